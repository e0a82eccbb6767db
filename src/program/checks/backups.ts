/** Whether backups are made and were verified. PostgreSQL has its own tools, of which the service knows nothing. */
import type { Config } from "../../config/config.ts";
import { dayMs, hourMs } from "../../domain/day.ts";
import type { Inspected } from "../stores.ts";
import { ledgerFilesOf } from "../stores.ts";
import { type Finding, ok, skipped, warning } from "./finding.ts";

/** The timer in ops/ verifies every week, so two have failed after this many days. */
const verifiedWithinDays = 15;

/** `lastOf` is undefined if the database can't be read. */
export function checkBackups(
  config: Config,
  lastOf: Inspected["lastOf"] | undefined,
  now: number,
): readonly Finding[] {
  if (ledgerFilesOf(config) === undefined) {
    return [skipped("backups", "The database's own tools make them, so they can't be checked")];
  }
  if (lastOf === undefined) return [skipped("backups", "The database can't be read")];
  const [created, verified] = [lastOf["backup.created"], lastOf["backup.verified"]];
  const { backupDir, backupEvery } = config;
  if (created === undefined) {
    const why = backupDir === undefined ? ": COUNTERSIGN_BACKUP_DIR isn't set" : " yet";
    return [skipped("backups", `The service knows of none${why}`)];
  }
  const tooOld = backupDir !== undefined && now - created > 2 * backupEvery * hourMs;
  return [
    ...(tooOld
      ? [
          warning(
            "backups",
            `The last backup is of ${timeOf(created)}, although one is due every ${backupEvery} hours`,
            "Start the service, and look at its log and at `problems` in /healthz, which say why the last one failed",
          ),
        ]
      : []),
    ...verification(created, verified, now),
  ];
}

function verification(
  created: number,
  verified: number | undefined,
  now: number,
): readonly Finding[] {
  const fix = "Run `countersign backup verify`, and let a timer run it";
  if (verified === undefined) {
    const message = `No backup was ever verified; the last one is of ${timeOf(created)}`;
    return [warning("backups", message, fix)];
  }
  if (now - verified > verifiedWithinDays * dayMs) {
    return [
      warning(
        "backups",
        `The last backup that was verified has events until ${timeOf(verified)}`,
        fix,
      ),
    ];
  }
  return [
    ok(
      "backups",
      `The last backup is of ${timeOf(created)}, and one with events until ${timeOf(verified)} was verified`,
    ),
  ];
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
