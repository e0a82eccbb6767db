import { readConfig } from "../../src/config/config.ts";
import { type Service, startService } from "../../src/program/service.ts";

/** A service of this process, with its database, key ring and nonces in the directory. */
export function servedFrom(directory: string): Promise<Service> {
  const settings = {
    COUNTERSIGN_DATA_DIR: directory,
    COUNTERSIGN_PORT: "0",
    COUNTERSIGN_INTERNAL_PORT: "0",
    COUNTERSIGN_LOG_LEVEL: "silent",
  };
  return startService(readConfig(settings, () => {}));
}
