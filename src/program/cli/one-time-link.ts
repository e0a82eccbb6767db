import { randomBytes } from "node:crypto";
import { ownOrigin } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import type { TokenDigest } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { User } from "../../domain/user.ts";
import {
  type IssuedLink,
  issueLink,
  issueUserLink,
  replaceInvitation,
} from "../../http/actions/issue-link.ts";
import { uselessLink } from "../../http/actions/password-link.ts";
import { Failed, rejectWithoutPasswords } from "./outcome.ts";

/** Returns the link for printing. It can be shown only now: the database keeps only the digest of its secret. */
export async function makeUserLink(
  ledger: Ledger,
  config: Config,
  wanted: Parameters<typeof issueUserLink>[1],
): Promise<PrintedLink> {
  const link = await issueUserLink(partsOf(ledger, config), wanted, byCommandLine(Date.now()));
  if (link === undefined) throw new Failed("the user was deleted or suspended at the same time");
  return printed(link);
}

/** Creates an invitation, or replaces the one with the digest. */
export async function makeInvitation(
  ledger: Ledger,
  config: Config,
  { note, digest }: { readonly note: string; readonly digest?: TokenDigest },
): Promise<PrintedLink> {
  const parts = partsOf(ledger, config);
  const by = byCommandLine(Date.now());
  if (digest === undefined) {
    return printed(await issueLink(parts, { purpose: "invitation", note }, by));
  }
  const link = await replaceInvitation(parts, { digest, note }, by);
  if (link === undefined) throw new Failed("The invitation was used or withdrawn in the meantime.");
  return printed(link);
}

type PrintedLink = { readonly url: string; readonly expires_at: string };

function partsOf(ledger: Ledger, config: Config) {
  return { ledger, random: randomBytes, origin: baseUrlOf(config) };
}

function printed({ href, expiresAt }: IssuedLink): PrintedLink {
  return { url: href, expires_at: new Date(expiresAt).toISOString() };
}

/** Throws `Failed` if the link would not work. */
export async function rejectUselessLink(
  ledger: Ledger,
  config: Config,
  user: User,
  purpose: "password-reset" | "account-recovery",
): Promise<void> {
  const useless = await uselessLink(ledger, config, user, purpose);
  if (useless === "no-passwords") rejectWithoutPasswords(config);
  if (useless === "suspended") {
    throw new Failed(
      purpose === "password-reset"
        ? `${user.screenName} is suspended and can't reset the password; \`countersign user restore\` ends the suspension`
        : `${user.screenName} is suspended; \`countersign user restore\` ends the suspension`,
    );
  }
  if (useless === "no-password") {
    throw new Failed(
      `${user.screenName} signs in with an identity provider and has no password to reset; \`countersign user recovery-link\` creates a link that sets one`,
    );
  }
}

/** It is known without a running server, unless the server chooses a free port. */
function baseUrlOf(config: Config): string {
  if (config.baseUrl !== undefined) return config.baseUrl;
  if (config.port !== 0) return ownOrigin(config, config.port);
  throw new Failed(
    "the link needs the service's URL, which isn't known because COUNTERSIGN_PORT=0 selects a free port; set COUNTERSIGN_BASE_URL to the URL in the `ready` line, for example COUNTERSIGN_BASE_URL=http://127.0.0.1:8080",
  );
}
