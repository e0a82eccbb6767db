/** A failure to open a file at the start names the setting that leads to it. */
import type { Config } from "./config.ts";
import { configPrefix } from "./row.ts";
import { ledgerIn, ownsKeyFile } from "./storage.ts";

export function ledgerSetting(config: Config): string {
  return config.database === ledgerIn(config.dataDir) ? "DATA_DIR" : databaseSetting(config);
}

function databaseSetting({ databaseFile }: Config): string {
  return databaseFile === undefined ? "DATABASE_URL" : "DATABASE_URL_FILE";
}

export function besideSetting(config: Config): readonly [name: string, place: string] {
  if (config.postgres === undefined) return ["DATA_DIR", config.dataDir];
  return [databaseSetting(config), config.database];
}

export function keysSetting(config: Config): string {
  if ("given" in config.keys) return "KEYS";
  return ownsKeyFile(config) ? "DATA_DIR" : "KEYS_FILE";
}

/** Runs a step of the start. If it throws, the setting and the path are put before the message. */
export async function namingSetting<T>(
  name: string,
  path: string,
  step: () => T | Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const where = message.includes(path) ? "" : `${path}: `;
    throw new Error(`${configPrefix}${name}: ${where}${message}`, { cause: error });
  }
}
