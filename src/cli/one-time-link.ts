import { randomBytes } from "node:crypto";
import { ownOrigin } from "../config/addresses.ts";
import type { Config } from "../config/config.ts";
import type { AuditEvent } from "../domain/audit.ts";
import { mintLinkSecret, tokenDigest } from "../domain/credentials.ts";
import { linkLife, linkPath, type OneTimeLink } from "../domain/one-time-link.ts";
import type { Ledger } from "../domain/ports.ts";
import { Failed } from "./outcome.ts";

/** Makes a link and returns it as it is printed, this once: the ledger keeps the digest of its secret. */
export async function makeLink(
  ledger: Ledger,
  config: Config,
  link: Pick<OneTimeLink, "purpose" | "userId" | "note">,
  event: AuditEvent,
): Promise<{ readonly url: string; readonly expires_at: string }> {
  const baseUrl = baseUrlOf(config);
  const secret = mintLinkSecret(randomBytes);
  const createdAt = event.at;
  const expiresAt = createdAt + linkLife[link.purpose];
  const digest = tokenDigest(secret.reveal());
  await ledger.createLink({ ...link, digest, createdAt, expiresAt }, event);
  return {
    url: baseUrl + linkPath(link.purpose, secret),
    expires_at: new Date(expiresAt).toISOString(),
  };
}

/** Known without a running server, unless that takes a free port. */
function baseUrlOf(config: Config): string {
  if (config.baseUrl !== undefined) return config.baseUrl;
  if (config.port !== 0) return ownOrigin(config, config.port);
  throw new Failed(
    "the link needs the service's address, which is not known while COUNTERSIGN_PORT=0 takes a free port; set COUNTERSIGN_BASE_URL to what `ready` printed, for example COUNTERSIGN_BASE_URL=http://127.0.0.1:8080",
  );
}
