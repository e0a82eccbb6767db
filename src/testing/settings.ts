import { type Config, readConfig } from "../config/config.ts";
import { ConfigProblem } from "../config/row.ts";
import { Misuse } from "./misuse.ts";

const own: Readonly<Record<string, string>> = {
  HOST: "127.0.0.1",
  DATABASE_URL: "sqlite::memory:",
};

const defaults: Readonly<Record<string, string>> = {
  INTERNAL_PORT: "off",
  LOG_LEVEL: "silent",
  RATE_LIMITS: "off",
};

/** The settings of a stand-in. Environment variables do not affect it. Throws `Misuse`. */
export function configOf(settings: Readonly<Record<string, string>>, port: number): Config {
  const taken = Object.keys(settings).find((name) => name === "PORT" || name in own);
  if (taken !== undefined) {
    throw new Misuse(
      `a stand-in keeps everything in memory and listens on 127.0.0.1, so ${taken} cannot be set`,
    );
  }
  const all = { ...defaults, ...settings, ...own, PORT: String(port) };
  const environment = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [`COUNTERSIGN_${name}`, value]),
  );
  try {
    return readConfig(environment, (warning) => {
      throw new Misuse(warning);
    });
  } catch (error) {
    if (error instanceof ConfigProblem) throw new Misuse(error.message);
    throw error;
  }
}
