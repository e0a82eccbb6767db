import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import type { OpenReceivers } from "./delivering/receivers.ts";
import type { TlsReload } from "./tls-reload.ts";

/** Without anything to read again, SIGHUP ends the process, as by default. */
export function isReloadable({ tls, webhookSecretFile, auditFile }: Config): boolean {
  return tls !== undefined || webhookSecretFile !== undefined || auditFile !== undefined;
}

/** Never throws. These files can change while the service runs. */
export function reload(tls: TlsReload | undefined, receivers: OpenReceivers, log: Logger): void {
  tls?.look();
  try {
    if (receivers.readSecretAgain()) log.info("webhook secret reloaded");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason }, "the webhook secret could not be reloaded");
  }
}
