import type { Config } from "../config/config.ts";

/** Whether there is anything to read again on SIGHUP. If not, SIGHUP ends the process, as by default. */
export function isReloadable({ tls, webhookSecretFile, auditFile }: Config): boolean {
  return tls !== undefined || webhookSecretFile !== undefined || auditFile !== undefined;
}
