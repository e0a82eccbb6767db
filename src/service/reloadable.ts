import type { Config } from "../config/config.ts";

/** Whether SIGHUP has a meaning: where it has none, it ends the process, as it does by default. */
export function isReloadable({ tls, webhookSecretFile, auditFile }: Config): boolean {
  return tls !== undefined || webhookSecretFile !== undefined || auditFile !== undefined;
}
