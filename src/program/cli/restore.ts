import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { commandName } from "../../config/command-name.ts";
import type { Config } from "../../config/config.ts";
import { isoTime } from "../../domain/iso-time.ts";
import { restoreBackup, type SettledLedger } from "../backups.ts";
import { type KeyOptions, openedByOf, withKeyOptions } from "./key-options.ts";
import { plural, print, warn } from "./outcome.ts";
import { readRevocations } from "./revocations-file.ts";
import { configFromEnvironment } from "./stores.ts";
import { watchFile } from "./watch-file.ts";

interface RestoreOptions extends KeyOptions {
  readonly revocations?: string;
  readonly revokeIssuedAfter?: number;
  readonly acceptReplays?: true;
  readonly json?: true;
}

export function addRestoreCommand(program: Command): void {
  withKeyOptions(
    withIssuedAfter(
      program
        .command("restore")
        .description(
          "Restore a backup into an empty data directory. All sessions end, and links that were sent stop working.",
        )
        .argument("<file>", "the backup, with its FILE.sha256 next to it")
        .option(
          "--revocations <file>",
          "revocations since the backup: the file that `countersign revocations export` wrote",
        ),
    ),
  )
    .option(
      "--accept-replays",
      "let the service accept signed requests at once, including some that it may have accepted before; otherwise it rejects them for up to six minutes after it starts. The audit log records it.",
    )
    .option("--json", "print one JSON object")
    .action(restore);
}

export function withIssuedAfter(command: Command): Command {
  return command.option(
    "--revoke-issued-after <time>",
    "also revoke each token and consumer secret that was issued after this time, such as 2026-07-01T12:00:00Z",
    readTime,
  );
}

async function restore(file: string, options: RestoreOptions): Promise<void> {
  const config = configFromEnvironment();
  const { revocations, revokeIssuedAfter: issuedAfter, acceptReplays = false } = options;
  const { migrated, settled, rejectsUntil } = await restoreBackup(
    config,
    resolve(file),
    {
      openedBy: openedByOf(options),
      revocations: revocations === undefined ? undefined : readRevocations(revocations, warn),
      issuedAfter,
      acceptReplays,
    },
    (growing) => watchFile(growing, options),
  );
  const until = rejectsUntil === undefined ? null : new Date(rejectsUntil).toISOString();
  if (until === null) warn(replaysAccepted);
  const restored = {
    ledger: config.database,
    migrated,
    ...settledObject(settled),
    signed_requests_rejected_until: until,
  };
  print(options.json, restored, [
    `The database was restored to ${config.database}.`,
    ...(migrated.length === 0 ? [] : [`It was migrated to this version: ${migrated.join(", ")}.`]),
    ...settledLines(settled),
    ...(until === null ? [] : [signedRequests(until)]),
    ...(revocations === undefined && issuedAfter === undefined ? [nobodyKnows(config)] : []),
  ]);
}

export function settledObject(settled: SettledLedger) {
  const { applied, sessions, links, accessTokens, bearerTokens, applications, users } = settled;
  return {
    revoked_again: applied,
    sessions,
    links,
    access_tokens: accessTokens,
    bearer_tokens: bearerTokens,
    need_secret: applications.map(({ consumerKey }) => consumerKey),
    need_password: users,
  };
}

export function settledLines(settled: SettledLedger): readonly string[] {
  const { applied, sessions, links, accessTokens, bearerTokens, applications, users } = settled;
  return [
    `Reapplied ${plural(applied, "revocation")}. Ended: ${[
      plural(sessions, "session"),
      plural(links, "link"),
      plural(accessTokens, "access token"),
      plural(bearerTokens, "bearer token"),
    ].join(", ")}.`,
    ...applications.map(
      ({ consumerKey, name }) =>
        `${name} needs a new consumer secret: ${commandName()} app regenerate-secret --consumer-key ${consumerKey}`,
    ),
    ...users.map(
      (name) =>
        `${name} needs a new password: ${commandName()} user create-reset-link --screen-name ${name}`,
    ),
  ];
}

const replaysAccepted =
  "the service will accept signed requests immediately. A request that someone recorded in the last minutes before the restore is accepted a second time. The audit log records that you chose this.";

function signedRequests(until: string): string {
  return `The service can't know which signed requests were accepted since the backup. If you start it now, it rejects them (401, code 135) until ${until}; if you start it later, for up to six minutes. Bearer tokens and pages work immediately. \`GET /readyz\` and the log show the exact time.`;
}

function nobodyKnows({ database }: Config): string {
  return `Anything revoked since the backup is valid again. If you have a list (\`countersign revocations export\`), remove ${database} and restore with --revocations; otherwise consider --revoke-issued-after.`;
}

function readTime(text: string): number {
  const at = isoTime(text);
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError(
      "Expected a day, or a time with its zone, such as 2026-07-01T12:00:00Z.",
    );
  }
  if (at > Date.now()) {
    throw new InvalidArgumentError("The time is in the future, so nothing would match.");
  }
  return at;
}
