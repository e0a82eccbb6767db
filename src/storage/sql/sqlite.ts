/** The ledger on SQLite: reads on the caller's thread, writes in group commits on a thread of their own. */
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { AuditEvent } from "../../domain/audit.ts";
import type { Ledger } from "../../domain/ports.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { KeysFrom } from "../../keys/key-sources.ts";
import { countGrants, grants } from "./access-tokens.ts";
import { applicationByConsumerKey, applicationById, applications } from "./applications.ts";
import { groupCommitOn, mostWritesInOneCommit, type Outcome, type Write } from "./group-commit.ts";
import { migrate } from "./migrate.ts";
import { requestToken } from "./request-tokens.ts";
import { session } from "./sessions.ts";
import { kyselyOver, openDatabase, storeFailure } from "./sqlite-database.ts";
import { hotReads } from "./sqlite-hot-reads.ts";
import { packed, unpackedOutcome } from "./thread-messages.ts";
import { hasUsers, passwordOf, userByScreenName, users } from "./users.ts";
import { type WriteName, writes } from "./writes.ts";

export interface SqliteOptions {
  /** A file's path, or `:memory:` for a ledger that ends with the process. */
  readonly path: string;
  readonly keys: KeyRing;
  /** How the writing thread gets the same ring. */
  readonly keysFrom: KeysFrom;
  /** Called with each event once it is on disk. */
  readonly committed: (event: AuditEvent) => void;
}

export type SqliteLedger = Ledger & AsyncDisposable;

/** Opens (and migrates) the ledger. Throws `StoreFailure`, or an Error where a later version wrote it. */
export async function openSqliteLedger(options: SqliteOptions): Promise<SqliteLedger> {
  const database = openDatabase(options.path);
  try {
    await migrateSqlite(database);
  } catch (error) {
    database.close();
    throw storeFailure(error, options.path);
  }
  const writer =
    options.path === ":memory:"
      ? writerOnThisThread(database, options.keys)
      : writerOnItsOwnThread(options.path, options.keysFrom);
  const { standingBearerToken, ...answers } = reads(database, options.keys);
  const changes = ledgerWrites(writer, options.committed);
  return {
    ...answers,
    ...changes,
    // Nearly every request for a bearer token gets the one that stands: no write, no wait for the disk.
    async outstandingBearerToken(request, event) {
      const standing = await standingBearerToken(request.applicationId);
      return standing ?? changes.outstandingBearerToken(request, event);
    },
    async [Symbol.asyncDispose]() {
      await writer.close();
      database.close();
    },
  };
}

/** In one exclusive transaction: two processes that start at once migrate once, and a killed one leaves nothing half done. */
async function migrateSqlite(database: DatabaseSync): Promise<readonly string[]> {
  database.exec("begin immediate");
  try {
    const names = await migrate(kyselyOver<unknown>(database));
    database.exec("commit");
    return names;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

/** Brings the ledger at `path` to this version's schema; returns the names of the migrations that ran. */
export async function migrateSqliteFile(path: string): Promise<readonly string[]> {
  const database = openDatabase(path);
  try {
    return await migrateSqlite(database);
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    database.close();
  }
}

type LedgerWrites = Pick<Ledger, WriteName & keyof Ledger>;
type LedgerReads = Omit<Ledger, WriteName> &
  Pick<ReturnType<typeof hotReads>, "standingBearerToken">;

function reads(database: DatabaseSync, keys: KeyRing): LedgerReads {
  const db = kyselyOver(database);
  const all: LedgerReads = {
    ...hotReads(database, keys),
    userByScreenName: (screenName) => userByScreenName(db, screenName),
    passwordOf: (screenName) => passwordOf(db, screenName),
    users: (page) => users(db, page),
    applicationByConsumerKey: (consumerKey) => applicationByConsumerKey(db, consumerKey),
    applicationById: (applicationId) => applicationById(db, applicationId),
    countGrants: (applicationId, most) => countGrants(db, applicationId, most),
    applications: (page) => applications(db, page),
    requestToken: (token, now) => requestToken(db, token, now),
    grants: (applicationId, userId) => grants(db, applicationId, userId),
    session: (digest) => session(db, digest),
    isEmpty: async () => !(await hasUsers(db)),
    ping: () => {
      database.prepare("select count(*) from kysely_migration").get();
    },
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, read]) => [name, failingAsStore(name, read as AnyRead)]),
  ) as unknown as LedgerReads;
}

type AnyRead = (...args: unknown[]) => unknown;

/** SQLite's errors leave this folder as `StoreFailure`, whether thrown or rejected. */
function failingAsStore(name: string, read: AnyRead): AnyRead {
  const fail = (error: unknown): never => {
    throw storeFailure(error, `the ledger's ${name}`);
  };
  return (...args) => {
    try {
      const answer = read(...args);
      return answer instanceof Promise ? answer.catch(fail) : answer;
    } catch (error) {
      return fail(error);
    }
  };
}

interface Writer {
  perform(write: Write): Promise<Outcome>;
  close(): Promise<void>;
}

function ledgerWrites(writer: Writer, committed: (event: AuditEvent) => void): LedgerWrites {
  const methods = (Object.keys(writes) as WriteName[]).map((name) => [
    name,
    async (...args: unknown[]) => {
      const outcome = await writer.perform({ name, args });
      if (!outcome.ok) throw outcome.error;
      for (const event of outcome.events) committed(event);
      return outcome.value;
    },
  ]);
  return Object.fromEntries(methods) as unknown as LedgerWrites;
}

function writerOnThisThread(database: DatabaseSync, keys: KeyRing): Writer {
  const commit = groupCommitOn(database, keys);
  let last: Promise<unknown> = Promise.resolve();
  return {
    async perform(write) {
      const done = last.then(() => commit([write]));
      last = done;
      const [outcome] = await done;
      return outcome ?? { ok: false, error: new StoreFailure("the ledger gave no answer") };
    },
    async close() {
      await last;
    },
  };
}

/** Refuses beyond this many waiting writes: a disk that slow would only make everybody wait longer. */
const mostWaitingWrites = 16 * mostWritesInOneCommit;

function writerOnItsOwnThread(path: string, keys: KeysFrom): Writer {
  let thread = startThread();
  let closing = false;

  function startThread() {
    const waiting: ((outcome: Outcome) => void)[] = [];
    const worker = new Worker(new URL("./sqlite-writer-thread.ts", import.meta.url), {
      workerData: { path, keys },
      name: "ledger writer",
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    const state = { worker, waiting, ended, dead: false };
    worker.on("message", (outcomes: "ready" | unknown[]) => {
      if (outcomes === "ready") return;
      for (const outcome of outcomes) waiting.shift()?.(unpackedOutcome(outcome));
    });
    const refuseAll = (error: unknown): void => {
      state.dead = true;
      const failure = new StoreFailure("the ledger's writing thread ended", { cause: error });
      for (const answer of waiting.splice(0)) answer({ ok: false, error: failure });
    };
    worker.on("error", refuseAll);
    worker.on("exit", refuseAll);
    return state;
  }

  return {
    perform(write) {
      if (closing) throw new StoreFailure("the ledger is closed");
      if (thread.dead) thread = startThread();
      if (thread.waiting.length >= mostWaitingWrites) {
        throw new StoreFailure("too many writes are waiting for the ledger");
      }
      return new Promise((resolve) => {
        thread.waiting.push(resolve);
        thread.worker.postMessage(packed(write));
      });
    },
    async close() {
      closing = true;
      thread.worker.postMessage("close");
      await thread.ended;
    },
  };
}
