/** The link's secret is only in a file that no other account can read: not in the log, and not on the terminal. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { byService } from "../../domain/audit-context.ts";
import type { Random } from "../../domain/credentials.ts";
import { Secret, tokenDigest } from "../../domain/credentials.ts";
import { linkPath } from "../../domain/one-time-link.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { issueLink } from "../../http/actions/issue-link.ts";
import { replaceOwnFile } from "../../tools/files/durable-files.ts";

type Dependencies = {
  readonly ledger: Ledger;
  readonly dataDir: string;
  readonly origin: string;
  readonly now: number;
  readonly random: Random;
};

/** Returns the path of the file, unless there is an administrator already. A link that is still valid stays. */
export async function firstAdminLink(dependencies: Dependencies): Promise<string | undefined> {
  const { ledger, dataDir, origin } = dependencies;
  if (await ledger.hasAdmin()) {
    removeFirstAdminFile(dataDir);
    return undefined;
  }
  const secret = (await livingSecretIn(dependencies)) ?? (await newSecret(dependencies));
  const path = fileIn(dataDir);
  replaceOwnFile(path, `${origin}${linkPath("admin", secret)}\n`);
  return path;
}

export function removeFirstAdminFile(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return join(dataDir, "first-administrator");
}

/** The secret of an earlier start, whose origin may have been another one. */
async function livingSecretIn({ ledger, dataDir, now }: Dependencies): Promise<Secret | undefined> {
  const [, secret] = /=([A-Za-z0-9]{43})\s*$/.exec(read(fileIn(dataDir))) ?? [];
  if (secret === undefined) return undefined;
  const link = await ledger.linkFor({ digest: tokenDigest(secret), purpose: "admin" }, now);
  return link && new Secret(secret);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function newSecret({ ledger, random, origin, now }: Dependencies): Promise<Secret> {
  const link = { purpose: "admin" } as const;
  return (await issueLink({ ledger, random, origin }, link, byService(now))).secret;
}
