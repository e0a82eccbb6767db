/**
 * Counts of windows that are longer than a day, which outlast a restart. They are in a file of their own beside the
 * database, are counted in memory, and are written once a second and at the end: a process that is killed loses what
 * it counted since. Only one process has the file (one-server.ts).
 */
import { hash } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { StoreFailure } from "../../domain/errors.ts";
import { endOfWindow, type WindowLength, windowNumber } from "../../domain/limit-windows.ts";
import { openDatabase, storeFailure } from "./database.ts";

export interface LongCounts extends Disposable {
  /** Returns the new count, and the number of its window. `change` is 0 to look. Throws `StoreFailure`. */
  add(length: WindowLength, name: string, now: number, change: number): LongCount;
  /** Deletes what has passed at `now`, in steps. Throws `StoreFailure`. */
  sweep(now: number): void;
}

interface LongCount {
  count: number;
  /** Of the window, since the epoch. */
  number: number;
}

interface Cached extends LongCount {
  readonly length: WindowLength;
  readonly key: string;
}

interface Options {
  /** Without a file the counts end with the process. */
  readonly path: string | undefined;
  /** A time further back than this is not a slow request but a clock that was set back. */
  readonly maxRequestMs: number;
  readonly maxCached?: number;
}

const writeEveryMs = 1000;
const sweepStep = 2000;
/** For how long a count is kept after its window, for requests that began in it. */
const keptMs = 3_600_000;

/** The file is created by the first count. */
export function openLongCounts({ path, maxRequestMs, maxCached = 50_000 }: Options): LongCounts {
  const cached = new Map<string, Cached>();
  const changed = new Set<Cached>();
  let opened: OpenFile | undefined;
  let timer: NodeJS.Timeout | undefined;

  return {
    add(length, name, now, change) {
      const found = entryOf(length, name);
      const number = windowNumber(length, now);
      if (number > found.number) {
        found.number = number;
        found.count = 0;
      } else if (startOf(found) - now > maxRequestMs) {
        // The counts move to the window in which the clock is now, as in rate-limiter.ts.
        found.number = number;
      }
      if (change === 0) return found;
      found.count = Math.max(found.count + change, 0);
      changed.add(found);
      timer ??= setTimeout(writeSoon, writeEveryMs).unref();
      return found;
    },

    sweep(now) {
      if (opened === undefined && path === undefined) return;
      const { passed } = file();
      attempt(() => passed.run(now - keptMs, sweepStep));
    },

    [Symbol.dispose]() {
      clearTimeout(timer);
      if (opened === undefined) return;
      try {
        write();
      } finally {
        opened.database.close();
      }
    },
  };

  function entryOf(length: WindowLength, name: string): Cached {
    const place = `${length} ${name}`;
    const found = cached.get(place);
    if (found !== undefined) return found;
    makeRoom();
    const key = hash("sha256", name).slice(0, 32);
    const row = attempt(() => file().find.get(String(length), key));
    const entry = {
      length,
      key,
      count: Number(row?.["counted"] ?? 0),
      number: Number(row?.["number"] ?? Number.NEGATIVE_INFINITY),
    };
    cached.set(place, entry);
    return entry;
  }

  /** Only what is written is forgotten. Throws `StoreFailure` if it can't be. */
  function makeRoom(): void {
    if (cached.size < maxCached) return;
    write();
    let left = Math.ceil(maxCached / 2);
    for (const place of cached.keys()) {
      if (left === 0) return;
      cached.delete(place);
      left -= 1;
    }
  }

  /** What can't be written now is written later. A restart would forget it until then. */
  function writeSoon(): void {
    timer = undefined;
    try {
      write();
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      timer ??= setTimeout(writeSoon, writeEveryMs).unref();
    }
  }

  function write(): void {
    if (changed.size === 0) return;
    const { database, put } = file();
    attempt(() => {
      database.exec("begin immediate");
      try {
        for (const { length, key, number, count } of changed) {
          put.run(String(length), key, number, endOfWindow(length, number), count);
        }
        database.exec("commit");
      } catch (error) {
        if (database.isTransaction) database.exec("rollback");
        throw error;
      }
    });
    changed.clear();
  }

  function file(): OpenFile {
    opened ??= openFile(path ?? ":memory:");
    return opened;
  }
}

function startOf({ length, number }: Cached): number {
  return endOfWindow(length, number - 1);
}

interface OpenFile {
  readonly database: DatabaseSync;
  readonly find: StatementSync;
  readonly put: StatementSync;
  readonly passed: StatementSync;
}

function openFile(path: string): OpenFile {
  const database = openDatabase(path);
  return attempt(() => {
    // A power cut may take the last counts, but leaves the file whole. Requests would wait with a write that waits.
    database.exec(`pragma synchronous = normal; pragma busy_timeout = 0;
      create table if not exists window_count (
        id integer primary key,
        length text not null,
        key text not null,
        number integer not null,
        ends_at integer not null,
        counted integer not null,
        unique (length, key)
      ) strict;
      create index if not exists window_count_end on window_count (ends_at);`);
    return {
      database,
      find: database.prepare(
        "select number, counted from window_count where length = ? and key = ?",
      ),
      put: database.prepare(
        `insert into window_count (length, key, number, ends_at, counted) values (?, ?, ?, ?, ?)
        on conflict (length, key) do update
        set number = excluded.number, ends_at = excluded.ends_at, counted = excluded.counted`,
      ),
      passed: database.prepare(
        "delete from window_count where id in (select id from window_count where ends_at <= ? limit ?)",
      ),
    };
  });
}

function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw storeFailure(error, "the counts of long windows");
  }
}
