/**
 * One database has one nonce journal. The journal is in the data directory, so a server with another data
 * directory, or with a backup, would accept the signed requests of the last minutes again. The database
 * therefore records the journal with which it was served (docs/adr/0003-nonce-journal.md).
 */
import type { DatabaseSync } from "node:sqlite";
import { timestampWindowSeconds } from "../../domain/timestamp.ts";
import { openDatabase, storeFailure } from "./database.ts";
import { type Minutes, minutesBefore, parseMinutes, printMinutes } from "./expired-minutes.ts";
import { journalMark } from "./journal-mark.ts";
import { openNonceStore, type SqliteNonceStore } from "./nonce-store.ts";
import type { Report } from "./stored-journal.ts";

/**
 * Opens the nonce store with the journal in `directory` for the migrated database at `ledger`. If another journal
 * served that database last, the store accepts nothing from the minutes that only the other one knows. `now`:
 * milliseconds since the epoch. Throws `StoreFailure` and file system errors.
 */
export async function openServedStore(
  ledger: string,
  directory: string,
  report: Report,
  now: number,
): Promise<SqliteNonceStore> {
  const store = openNonceStore(directory, report);
  try {
    const mark = journalMark(directory);
    const last = lastServed(ledger);
    const compared = last === undefined ? "same" : mark.compare(last.mark);
    if (last !== undefined && (compared === "another" || (compared === "copy" && last.running))) {
      await store.forget(last.running ? [...last.accepted, sinceStart(last, now)] : last.accepted);
      report(
        "warn",
        last.mark === restoredMark
          ? afterRestore(ledger, last.running)
          : unknownNonces(ledger, directory, last.running),
      );
    }
    const since = Math.min(last?.running ? last.since : minuteOf(now), minuteOf(now));
    const served = (running: boolean, accepted: Minutes) =>
      keep(ledger, { mark: mark.renew(), running, since, accepted });
    served(true, store.accepted());
    return {
      ...store,
      async [Symbol.asyncDispose]() {
        const accepted = store.accepted();
        await store[Symbol.asyncDispose]();
        try {
          served(false, accepted);
        } catch (error) {
          report("warn", `could not record the shutdown in the database: ${String(error)}`);
        }
      },
    };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

interface Served {
  readonly mark: string;
  /** It is true as well if the server was killed, because then nothing recorded what it accepted since. */
  readonly running: boolean;
  /** The minute in which the server started. */
  readonly since: number;
  /** The minutes accepted up to the server's start, or up to its end if it was stopped. */
  readonly accepted: Minutes;
}

const windowMinutes = timestampWindowSeconds / 60;

/** Every minute from which a server that was killed before `now` may have accepted something. */
function sinceStart({ since }: Served, now: number): readonly [number, number] {
  return [Math.min(since, minuteOf(now)) - windowMinutes, minuteOf(now) + windowMinutes];
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000);
}

function unknownNonces(ledger: string, directory: string, killed: boolean): string {
  const served = `the database ${ledger} was last served with a different nonce journal than ${directory}`;
  return killed
    ? `${served} and its server didn't shut down cleanly, so signed requests are rejected (401, code 135) for up to six minutes: the nonces of that time aren't available`
    : `${served}, so signed requests from the minutes that only the other one covers are rejected (401, code 135)`;
}

function afterRestore(ledger: string, rejects: boolean): string {
  return rejects
    ? `the database ${ledger} was restored from a backup, so signed requests are rejected (401, code 135) for up to six minutes: it isn't known which of them were accepted before`
    : `the database ${ledger} was restored with --accept-replays, so signed requests of the last minutes may be accepted a second time`;
}

/**
 * A server that used the database since its backup may have accepted any request until the next start, so
 * that start rejects them. With `acceptReplays` it accepts them, and still rejects what was too old before.
 */
export function forgetServed(database: DatabaseSync, now: number, acceptReplays = false): void {
  const row = database.prepare("select value from setting where name = ?").get(settingName);
  const last = row && parse(String(row["value"]));
  const since = Math.min(last?.since ?? minuteOf(now), minuteOf(now));
  const accepted = last?.accepted ?? [];
  write(
    database,
    acceptReplays
      ? {
          mark: restoredMark,
          running: false,
          since: minuteOf(now),
          accepted: minutesBefore(accepted, minuteOf(now) - windowMinutes),
        }
      : { mark: restoredMark, running: true, since, accepted },
  );
}

/** Until when (milliseconds) a start at `now` rejects what is signed, after a restore. */
export function restoredRejectsUntil(now: number): number {
  return (minuteOf(now) + windowMinutes + 1) * 60_000;
}

const restoredMark = "restored";

export const settingName = "nonce-journal";

/** Returns undefined if no server has recorded itself yet. */
function lastServed(ledger: string): Served | undefined {
  const row = withLedger(ledger, (database) =>
    database.prepare("select value from setting where name = ?").get(settingName),
  );
  return row && parse(String(row["value"]));
}

function keep(ledger: string, served: Served): void {
  withLedger(ledger, (database) => write(database, served));
}

function write(database: DatabaseSync, served: Served): void {
  database
    .prepare("insert into setting values (?, ?) on conflict do update set value = excluded.value")
    .run(settingName, print(served));
}

function print({ mark, running, since, accepted }: Served): string {
  return `${mark} ${running ? "running" : "stopped"} ${since}\n${printMinutes(accepted)}`;
}

function parse(text: string): Served {
  const [, mark, state, since, list] =
    /^(\S+) (running|stopped) (\d{1,15})\n([\s\S]*)$/.exec(text) ?? [];
  const accepted = list === undefined ? undefined : parseMinutes(list);
  if (mark === undefined || accepted === undefined) {
    throw new Error("the database's record of its nonce journal can't be read");
  }
  return { mark, running: state === "running", since: Number(since), accepted };
}

function withLedger<T>(path: string, use: (database: ReturnType<typeof openDatabase>) => T): T {
  const database = openDatabase(path);
  try {
    return use(database);
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    database.close();
  }
}
