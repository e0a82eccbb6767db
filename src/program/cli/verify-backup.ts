import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { recordVerified, type VerifiedBackup, verifyBackup } from "../backups/verify.ts";
import { newestBackup } from "../service/scheduled-backups.ts";
import { type KeyOptions, openedByOf, withKeyOptions } from "./key-options.ts";
import { Failed, plural, print, WrongUse, warn } from "./outcome.ts";
import { configFromEnvironment } from "./stores.ts";
import { watchFile } from "./watch-file.ts";

interface VerifyOptions extends KeyOptions {
  readonly json?: true;
}

export function addVerifyCommand(backup: Command): void {
  withKeyOptions(
    backup
      .command("verify")
      .description(
        "Verify that a backup can be restored: restore it into a temporary directory (TMPDIR), open every secret in it with the key ring, and count its records. Nothing else changes; the audit log records the success, if it is a backup of this database.",
      )
      .argument("[file]", "the backup; without it, the newest in COUNTERSIGN_BACKUP_DIR"),
  )
    .option("--json", "print one JSON object")
    .action(verify);
}

async function verify(given: string | undefined, options: VerifyOptions): Promise<void> {
  const config = configFromEnvironment();
  const file = given === undefined ? await newestOf(config) : resolve(given);
  const verified = await verifyBackup(config, file, openedByOf(options), (growing) =>
    watchFile(growing, options),
  );
  const notRecorded = await recordVerified(config, verified);
  if (notRecorded !== undefined) warn(`this was not recorded: ${notRecorded}`);
  const { bytes, migrated, latestEvent, records, secrets } = verified;
  const object = {
    file,
    bytes,
    latest_event_at: latestEvent === undefined ? null : new Date(latestEvent.at).toISOString(),
    migrated,
    users: records.users,
    applications: records.applications,
    access_tokens: records.accessTokens,
    bearer_tokens: records.bearerTokens,
    secrets,
    recorded: notRecorded === undefined,
  };
  print(options.json, object, linesOf(file, verified));
}

async function newestOf({ backupDir }: Config): Promise<string> {
  if (backupDir === undefined) {
    throw new WrongUse("name a backup, or set COUNTERSIGN_BACKUP_DIR to verify the newest one");
  }
  const newest = await newestBackup(backupDir, Date.now());
  if (newest === undefined) throw new Failed(`${backupDir} has no backup`);
  return newest;
}

function linesOf(
  file: string,
  { bytes, latestEvent, migrated, records, secrets }: VerifiedBackup,
): readonly string[] {
  const until =
    latestEvent === undefined
      ? ""
      : `; its latest event is of ${new Date(latestEvent.at).toISOString()}`;
  return [
    `${file} can be restored (${bytes} bytes${until}).`,
    ...(migrated.length === 0
      ? []
      : [`An earlier version made it; a restore migrates it: ${migrated.join(", ")}.`]),
    `It has ${[
      plural(records.users, "user"),
      plural(records.applications, "application"),
      plural(records.accessTokens, "access token"),
      plural(records.bearerTokens, "bearer token"),
    ].join(", ")}.`,
    `The key ring opens all of its ${plural(secrets, "secret")}.`,
  ];
}
