/** Makes scheduled backups, and copies the revocations since the last one every minute. */
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Config } from "../../config/config.ts";
import { byService } from "../../domain/audit-context.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { checksumFileOf } from "../../storage/backup-files.ts";
import { engineFor } from "../../storage/engine.ts";
import { makeDirectory } from "../../storage/make-directory.ts";
import { appendRevocations, copyRevocations, exists } from "../../storage/revocation-copy.ts";
import type { Problem } from "./health.ts";

export interface ScheduledBackups extends AsyncDisposable {
  readonly problem: Problem;
  /** Copies the list, and makes a backup if one is due; resolves once both are made or have failed. Never rejects. */
  look(): Promise<void>;
}

interface Options {
  readonly ledger: Ledger;
  readonly clock: () => number;
  readonly failed: (reason: string) => void;
  readonly beginsAtOnce: boolean;
}

export function scheduleBackups(config: Config, options: Options): ScheduledBackups | undefined {
  const { backupDir } = config;
  if (backupDir === undefined) return undefined;
  const backups = backupsTo(backupDir, config, options);
  const timer = setInterval(() => void backups.look(), lookEveryMs).unref();
  if (options.beginsAtOnce) void backups.look();
  return {
    ...backups,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await backups[Symbol.asyncDispose]();
    },
  };
}

const lookEveryMs = 60_000;

/** A service that stops waits this long for a disk that does not respond. */
const closingMs = 5_000;

/** Trying every minute does not free a full disk. */
const tryAgainMs = 15 * 60_000;

function backupsTo(
  directory: string,
  config: Config,
  { ledger, clock, failed }: Options,
): ScheduledBackups {
  const { backupEvery, backupKeep } = config;
  const stopping = new AbortController();
  const list = join(directory, "revocations.jsonl");
  let copiedTo: number | undefined;
  let [backupProblem, dateProblem, listProblem, asideProblem]: (string | undefined)[] = [];
  let triedAt = Number.NEGATIVE_INFINITY;
  let [copying, backingUp]: (Promise<void> | undefined)[] = [];

  return {
    problem: () => backupProblem ?? dateProblem ?? listProblem ?? asideProblem,
    async look() {
      if (copying !== undefined) sayOfList(`${directory} hasn't responded since the last check`);
      copying ??= copyList().finally(() => {
        copying = undefined;
      });
      // A large database takes long, and the list has to be new meanwhile.
      backingUp ??= backUpIfDue().finally(() => {
        backingUp = undefined;
      });
      await Promise.all([copying, backingUp]);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      const late = setTimeout(closingMs, undefined, { ref: false });
      await Promise.race([Promise.all([copying, backingUp]).then(copyList), late]);
    },
  };

  async function backUpIfDue(): Promise<void> {
    const now = clock();
    if (Math.abs(now - triedAt) < tryAgainMs) return;
    try {
      const { past, ahead } = await backupsIn(directory, now);
      sayOfDates(ahead[0]);
      if (now - dateOf(past[0]) < backupEvery * hourMs) return;
      triedAt = now;
      makeDirectory(directory);
      const file = join(directory, nameAt(now));
      const backups = await engineFor(config).backups();
      const { bytes } = await backups.backUpBeside(file, stopping.signal);
      await ledger.record({ ...byService(now), name: "backup.created", details: { bytes } });
      await prune(directory, (await backupsIn(directory, now)).past.slice(backupKeep));
      backupProblem = undefined;
      triedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (stopping.signal.aborted) return;
      triedAt = now;
      backupProblem = `the scheduled backup to ${directory} failed: ${textOf(error)}`;
      failed(backupProblem);
    }
  }

  function sayOfDates(ahead: string | undefined): void {
    const before = dateProblem;
    dateProblem =
      ahead &&
      `the backup ${join(directory, ahead)} is dated in the future: check this machine's clock, and rename or remove the file`;
    if (dateProblem !== undefined && dateProblem !== before) failed(dateProblem);
  }

  /** The disk of the backups may be slow or gone, so nothing waits for it here. */
  async function copyList(): Promise<void> {
    try {
      if (!(await exists(directory))) makeDirectory(directory);
      // If someone removed the copy, all of it is written.
      const copied =
        copiedTo === undefined || !(await exists(list))
          ? await copyRevocations(ledger, list, putListAside)
          : await appendRevocations(ledger, list, copiedTo);
      copiedTo = copied.last;
      listProblem = undefined;
      await sayOfListsAside();
    } catch (error) {
      copiedTo = undefined;
      sayOfList(textOf(error));
    }
  }

  function sayOfList(reason: string): void {
    const before = listProblem;
    listProblem = `the revocations cannot be copied to ${list}: ${reason}`;
    if (before === undefined) failed(listProblem);
  }

  /** A disk that came back empty starts an empty database, whose list must not replace the one that is needed. */
  async function putListAside(): Promise<void> {
    await rename(list, join(directory, `revocations-${stampOf(clock())}.jsonl`));
  }

  async function sayOfListsAside(): Promise<void> {
    const before = asideProblem;
    const name = (await readdir(directory)).find((one) =>
      /^revocations-\d{8}T\d{6}Z\.jsonl$/.test(one),
    );
    asideProblem =
      name &&
      `${join(directory, name)} is a list of revocations that the database didn't have when it was set aside: it belongs to a different database, or is newer than the restored backup. Restore again with \`countersign restore --revocations\` and this file, or remove it`;
    if (asideProblem !== undefined && asideProblem !== before) failed(asideProblem);
  }
}

const hourMs = 3_600_000;

/** `countersign-20260701T120000Z.db` */
function nameAt(ms: number): string {
  return `countersign-${stampOf(ms)}.db`;
}

/** `20260701T120000Z` */
function stampOf(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** The name of a backup contains the time when it began. Without one, the date is long ago. */
function dateOf(backup = ""): number {
  const [, year, month, day, hour, minute, second] = nameShape.exec(backup) ?? [];
  if (year === undefined) return Number.NEGATIVE_INFINITY;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const nameShape = /^countersign-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/** Newest first. `ahead` have future dates of a wrong clock; no backup is skipped or deleted because of them. */
async function backupsIn(
  directory: string,
  now: number,
): Promise<{ readonly past: readonly string[]; readonly ahead: readonly string[] }> {
  if (!(await exists(directory))) return { past: [], ahead: [] };
  const names = (await readdir(directory)).filter((name) => nameShape.test(name));
  const [past, ahead]: [string[], string[]] = [[], []];
  for (const name of names.sort().reverse()) {
    (dateOf(name) > now + tryAgainMs ? ahead : past).push(name);
  }
  return { past, ahead };
}

/** The path of the newest scheduled backup; undefined if there is none. `now`: milliseconds since the epoch. */
export async function newestBackup(directory: string, now: number): Promise<string | undefined> {
  const [newest] = (await backupsIn(directory, now)).past;
  return newest && join(directory, newest);
}

async function prune(directory: string, tooOld: readonly string[]): Promise<void> {
  const remove = (name: string) => rm(join(directory, name), { force: true });
  for (const name of tooOld) {
    await remove(name);
    await remove(checksumFileOf(name));
  }
  const names = await readdir(directory);
  for (const name of names) {
    const [, backup, rest] = /^(countersign-\w+Z\.db)(\..+)$/.exec(name) ?? [];
    if (backup === undefined || rest === undefined) continue;
    if (rest.startsWith(".part") || !names.includes(backup)) await remove(name);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
