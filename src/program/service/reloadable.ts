import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import { type SecretPair, secretsIn } from "../../config/secret-pair.ts";
import { internalSecret } from "../../config/verification.ts";
import { webhookSecret } from "../../config/webhooks.ts";
import type { Secret } from "../../domain/credentials.ts";
import type { Parts } from "./open-parts.ts";
import type { TlsReload } from "./tls-reload.ts";

type Reloadable = Pick<
  Config,
  "tls" | "internalSecretFile" | "webhookSecretFile" | "auditFile" | "docsDir"
>;

/** Without anything to read again, SIGHUP ends the process, as by default. */
export function isReloadable(config: Reloadable): boolean {
  const { tls, internalSecretFile, webhookSecretFile, auditFile, docsDir } = config;
  return [tls, internalSecretFile, webhookSecretFile, auditFile, docsDir].some(
    (one) => one !== undefined,
  );
}

/** Never throws. These files can change while the service runs. */
export function reload(
  { internalSecretFile, webhookSecretFile, docsDir }: Config,
  tls: TlsReload | undefined,
  parts: Pick<Parts, "internalSecrets" | "receivers" | "documentation">,
  log: Logger,
): void {
  const { internalSecrets, receivers, documentation } = parts;
  tls?.look();
  if (docsDir !== undefined) {
    documentation.reload().then(
      () => log.info("own pages of the documentation reloaded"),
      (error) =>
        log.error(
          { reason: String(error.message) },
          "the own pages of the documentation could not be reloaded",
        ),
    );
  }
  readAgain("internal", internalSecret, internalSecretFile, internalSecrets.replace, log);
  readAgain("webhook", webhookSecret, webhookSecretFile, receivers.replaceSecrets, log);
}

/** A file that can't be used changes nothing. */
function readAgain(
  name: "internal" | "webhook",
  pair: SecretPair,
  file: string | undefined,
  replace: (secrets: readonly Secret[]) => void,
  log: Logger,
): void {
  if (file === undefined) return;
  try {
    const secrets = secretsIn(pair, file);
    replace(secrets);
    log.info(`${name} secret reloaded`);
    if (secrets.length > 1) logOverlap(name, log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason }, `the ${name} secret could not be reloaded`);
  }
}

/** A rotation that no one finishes leaves the previous secret in force. */
export function logOverlaps({ internalSecrets, webhooks }: Config, log: Logger): void {
  if (internalSecrets.length > 1) logOverlap("internal", log);
  if (webhooks !== undefined && webhooks.secrets.length > 1) logOverlap("webhook", log);
}

function logOverlap(name: "internal" | "webhook", log: Logger): void {
  log.info(
    `two ${name} secrets are in force; remove the previous one once ${serversOf[name]} the new one`,
  );
}

const serversOf = {
  internal: "each gateway and API sends",
  webhook: "each receiver checks with",
} as const;
