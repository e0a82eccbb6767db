/**
 * Moves a database from SQLite to PostgreSQL (docs/adr/0030-moving-a-database.md). It copies pages of
 * rows, one statement each. A run that was killed can be repeated: equal rows that already exist are skipped.
 * At the end both sides are read again, and their counts and digests compared.
 */
import type { AuditContext } from "../../domain/audit.ts";
import type { PostgresAddress } from "../postgres/client.ts";
import { storeFailure } from "../postgres/failures.ts";
import { alreadyMoved } from "../sqlite/moved-mark.ts";
import { openServedStore } from "../sqlite/served-journal.ts";
import { isSameRows, keyOf, type Reading, type Row, rowDigest, type TableShape } from "./rows.ts";
import { type MoveSource, openMoveSource } from "./source.ts";
import { type MoveTarget, openMoveTarget } from "./target.ts";

export interface Moved {
  readonly tables: readonly {
    readonly name: string;
    readonly rows: number;
    readonly sha256: string;
  }[];
  /**
   * Signed requests with a timestamp before this time (milliseconds) may be rejected, because their nonces were
   * not moved.
   */
  readonly rejectsUntil: number;
}

export interface Move {
  /** The database's file, with the schema of this version. No server may use it during the move. */
  readonly ledger: string;
  /** The directory of its nonce journal. */
  readonly journal: string;
  readonly to: PostgresAddress;
  /** Milliseconds to connect. */
  readonly boundMs: number;
  readonly by: AuditContext;
  readonly tell: (message: string) => void;
  /** Called after each part with the rows that were copied or compared, of twice as many as there are. */
  readonly progress: (done: number, of: number) => void;
}

/**
 * Throws `StoreFailure`, or an Error that explains why the move is not possible. Running it again continues where
 * it stopped.
 */
export async function moveLedger({
  ledger,
  journal,
  to,
  boundMs,
  by,
  tell,
  progress,
}: Move): Promise<Moved> {
  const store = await openServedStore(ledger, journal, (_, message) => tell(message), by.at);
  const forgotten = store.accepted();
  await store[Symbol.asyncDispose]();
  using opened = openMoveSource(ledger);
  let rows = 0;
  const of = 2 * opened.tables.reduce((sum, table) => sum + opened.count(table), 0);
  const source: MoveSource = {
    ...opened,
    async page(table, after, most) {
      const page = await opened.page(table, after, most);
      rows += page.length;
      progress(rows, of);
      return page;
    },
  };
  try {
    await using target = await openMoveTarget(to, boundMs);
    if (source.mark !== undefined && source.mark.to !== to.name) throw alreadyMoved(source.mark);
    if ((await target.begin(source)) === "again") tell("continuing a move that had not ended");
    if (!(await copyAll(source, target, tell))) {
      tell("the database has changed since an earlier run copied it; starting again");
      await target.clear(source.tables);
      rows = 0;
      await copyAll(source, target, tell);
    }
    tell("comparing the two databases");
    const tables = [];
    for (const table of source.tables) tables.push(await compared(source, target, table));
    await target.analyze(source.tables);
    // Before the target can be used, because there must be no moment in which servers start on both.
    source.end({ to: to.name, at: by.at });
    await target.finish({ forgotten, counters: source.counters, by });
    return { tables, rejectsUntil: ((forgotten.at(-1)?.[1] ?? -1) + 1) * 60_000 };
  } catch (error) {
    throw storeFailure(error, to.name);
  }
}

const pageSize = 2000;

/** Returns false if the target has rows that the source lacks or that differ. */
async function copyAll(
  source: MoveSource,
  target: MoveTarget,
  tell: (message: string) => void,
): Promise<boolean> {
  for (const table of source.tables) {
    const rows = source.count(table);
    if (rows > 0) tell(`${table.name}: ${rows} rows`);
    if (!(await copy(source, target, table))) return false;
  }
  return true;
}

async function copy(source: MoveSource, target: MoveTarget, table: TableShape): Promise<boolean> {
  let atItsEnd = false;
  let after: Row | undefined;
  for (;;) {
    const rows = await source.page(table, after, pageSize);
    const found: readonly Row[] = atItsEnd ? [] : await target.page(table, after, pageSize);
    if (!isSameRows(rows.slice(0, found.length), found)) return false;
    atItsEnd ||= found.length < pageSize;
    if (rows.length > found.length) await target.insert(table, rows.slice(found.length));
    const last = rows.at(-1);
    if (last === undefined) return true;
    after = keyOf(table, last);
  }
}

async function compared(source: Reading, target: Reading, table: TableShape) {
  const [mine, theirs] = [await digestOf(source, table), await digestOf(target, table)];
  if (mine.rows !== theirs.rows || mine.sha256 !== theirs.sha256) {
    throw new Error(
      `the table ${table.name} has ${theirs.rows} rows with the SHA-256 ${theirs.sha256} there, and ${mine.rows} with ${mine.sha256} here; something else is writing to that database`,
    );
  }
  return mine;
}

async function digestOf(side: Reading, table: TableShape) {
  const digest = rowDigest();
  let after: Row | undefined;
  for (;;) {
    const rows = await side.page(table, after, pageSize);
    digest.add(rows);
    const last = rows.at(-1);
    if (last === undefined) return { name: table.name, rows: digest.rows, sha256: digest.end() };
    after = keyOf(table, last);
  }
}
