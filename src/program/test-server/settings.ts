import { type Config, readConfig } from "../../config/config.ts";
import { ConfigProblem, configPrefix } from "../../config/row.ts";
import type { TestServerOptions } from "./options.ts";
import { UsageError } from "./usage-error.ts";

const own: Readonly<Record<string, string>> = {
  HOST: "127.0.0.1",
  INTERNAL_HOST: "127.0.0.1",
  DATABASE_URL: "sqlite::memory:",
};

const options: ReadonlySet<string> = new Set(["PORT", "INTERNAL_PORT"]);

const defaults: Readonly<Record<string, string>> = {
  LOG_LEVEL: "silent",
  RATE_LIMITS: "off",
};

/** Environment variables do not affect a test server. Throws `UsageError`. */
export function configOf({ settings = {}, port = 0, internalPort = 0 }: TestServerOptions): Config {
  for (const name of Object.keys(settings)) {
    if (name in own) {
      throw new UsageError(
        `settings: a test server keeps everything in memory and listens on 127.0.0.1, so ${name} cannot be set`,
      );
    }
    if (options.has(name)) {
      throw new UsageError(`settings: ${name} is an option of the test server, and not a setting`);
    }
    if (name.startsWith(configPrefix)) {
      throw new UsageError(
        `settings: ${name} is written without its prefix, ${name.slice(configPrefix.length)}`,
      );
    }
  }
  const all = {
    ...defaults,
    ...settings,
    ...own,
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
  };
  const environment = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [`${configPrefix}${name}`, value]),
  );
  try {
    return readConfig(environment, (warning) => {
      throw new UsageError(`settings: ${warning}`);
    });
  } catch (error) {
    if (error instanceof ConfigProblem) throw new UsageError(`settings: ${error.message}`);
    throw error;
  }
}
