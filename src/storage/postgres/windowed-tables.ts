/**
 * Tables that each contain what happened in one window of time, for all nodes of a cluster. The first item of a
 * window creates its table. Once the window has passed, its table is dropped whole, so there is nothing to vacuum.
 */
import { StoreFailure } from "../../domain/errors.ts";
import type { Connection, Connections } from "./connections.ts";
import { isUnconfirmed } from "./failures.ts";
import { isDeadlock, isMissingTable, onConnection } from "./statements.ts";

export interface TableKind {
  /** Whose tables they are, in the messages of failures. */
  readonly store: string;
  /** A table is named `prefix_length_number`, with the length of its window in milliseconds. */
  readonly prefix: string;
  /** The advisory lock of a transaction that creates or drops them. */
  readonly lock: number;
  /** Unlogged tables are empty after a crash of PostgreSQL. Logged ones have only what a standby has confirmed. */
  readonly unlogged?: true;
  /** The columns of a table, and its storage parameters. */
  readonly columns: string;
  /** Statements that create what is needed beside them. */
  readonly companions: string;
  /** A condition under which the window of this number gets no table again. */
  readonly forgotten?: (number: string) => string;
  /** Statements that run before a table with rows is dropped; its window is `past.number`. */
  readonly forget?: string;
  /** For how many windows a table is kept after its own. */
  readonly keptWindows: number;
  /** SQL for when a window ends that has the length `part[1]` and this number, in milliseconds. */
  readonly endOf?: (number: string) => string;
}

/** What a statement writes to one table or looks up in it. */
export interface TablePart {
  readonly table: string;
  /** The arrays that are its parameters, with each key once and in order, so that nodes do not deadlock. */
  readonly arrays: readonly (readonly unknown[])[];
}

/** Creates what is needed beside the tables. Throws `StoreFailure`. */
export async function openWindowedTables(
  kind: TableKind,
  connections: Connections,
  boundMs: number,
) {
  await ask(boundMs, (connection) => connection.run(locked(kind, kind.companions)));
  return { ask, run, sweep };

  function ask<T>(withinMs: number, use: (connection: Connection) => Promise<T>): Promise<T> {
    return onConnection(connections, withinMs, kind.store, use);
  }

  /**
   * Runs one statement over several tables. `sqlFor` returns the part of one table; its parameters begin with number
   * `at`. Returns the rows, and the tables whose windows are forgotten.
   */
  async function run<Row extends readonly unknown[]>(
    parts: readonly TablePart[],
    withinMs: number,
    sqlFor: SqlFor,
  ): Promise<{ readonly rows: readonly Row[]; readonly forgotten: ReadonlySet<string> }> {
    const until = performance.now() + withinMs;
    const forgotten = new Set<string>();
    for (let tries = 1; ; tries += 1) {
      const left = parts
        .filter(({ table }) => !forgotten.has(table))
        .sort((a, b) => (a.table < b.table ? -1 : 1));
      try {
        return { rows: await runOnce<Row>(left, until - performance.now(), sqlFor), forgotten };
      } catch (error) {
        // A statement that fails has changed nothing.
        if (tries === 4 || !(isMissingTable(error) || isDeadlock(error))) throw error;
      }
      const tables = left.map(({ table }) => table);
      const missing = await ask(until - performance.now(), (connection) =>
        lastRows(connection, creating(kind, tables)),
      );
      for (const { name = "" } of missing) forgotten.add(name);
    }
  }

  async function runOnce<Row extends readonly unknown[]>(
    parts: readonly TablePart[],
    withinMs: number,
    sqlFor: SqlFor,
  ): Promise<readonly Row[]> {
    if (parts.length === 0) return [];
    const values: (readonly unknown[])[] = [];
    const statements = parts.map(({ table, arrays }, number) => {
      const statement = `part${number} as (${sqlFor(table, values.length + 1)})`;
      values.push(...arrays);
      return statement;
    });
    const all = parts.map((_, number) => `select * from part${number}`).join(" union all ");
    return ask(withinMs, async (connection) => {
      let isUnsure = false;
      connection.onNotice((code) => {
        isUnsure ||= isUnconfirmed(code);
      });
      const rows = await connection.rows<Row>(`with ${statements.join(", ")} ${all}`, values);
      if (isUnsure && !kind.unlogged) {
        throw new StoreFailure(`${kind.store}: a commit is not confirmed by a standby`);
      }
      return rows;
    });
  }

  /** Drops the windows that have passed both at `now` and by PostgreSQL's clock. Returns how many had rows. */
  async function sweep(now: number): Promise<number> {
    if (!Number.isSafeInteger(now)) return 0;
    const [row] = await ask(boundMs, (connection) => lastRows(connection, sweeping(kind, now)));
    return Number(row?.["dropped"] ?? 0);
  }
}

type SqlFor = (table: string, at: number) => string;

/**
 * The name of the table for a time in milliseconds: two whole numbers. Nothing else from a request enters the text of
 * a statement.
 */
export function tableAt(kind: TableKind, lengthMs: number, time: number): string {
  return tableOf(kind, lengthMs, Math.floor(time / lengthMs));
}

export function tableOf({ prefix }: Pick<TableKind, "prefix">, length: number, number: number) {
  if (!Number.isSafeInteger(length) || !Number.isSafeInteger(number) || number < 0) {
    throw new RangeError("no window");
  }
  return `${prefix}_${length}_${number}`;
}

export function locked({ lock }: TableKind, statements: string): string {
  return `do $$ begin perform pg_advisory_xact_lock(${lock}); ${statements} end $$`;
}

/** Selects those that have no table after it, because their windows are forgotten. */
function creating(kind: TableKind, tables: readonly string[]): string {
  const each = tables.map((table) => {
    const create = `create ${kind.unlogged ? "unlogged " : ""}table if not exists ${table} ${kind.columns};`;
    const forgotten = kind.forgotten?.(table.split("_").at(-1) ?? "");
    return forgotten === undefined ? create : `if not (${forgotten}) then ${create} end if;`;
  });
  return `${locked(kind, each.join("\n"))};
    select name from unnest('{${tables.join()}}'::text[]) as name where to_regclass(name) is null`;
}

/**
 * Run by one node at a time: a node that does not get the lock leaves the work to others. A table is locked before
 * the check whether it is empty. Both clocks must say that the window has passed, so a node whose clock is ahead
 * drops nothing that the others need.
 */
function sweeping(
  { prefix, lock, keptWindows, forget = "", endOf = endOfAligned }: TableKind,
  now: number,
): string {
  return `do $$
  declare
    dropped integer := 0;
    past record;
    used boolean;
  begin
    perform set_config('countersign.dropped', '0', true);
    if not pg_try_advisory_xact_lock(${lock}) then return; end if;
    for past in
      select relname, part[2]::numeric as number
      from pg_class, regexp_match(relname, '^${prefix}_([0-9]+)_([0-9]+)$') as part
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and ${endOf(`(part[2]::numeric + ${keptWindows})`)}
          <= least(${now}, extract(epoch from clock_timestamp()) * 1000)
      order by number
    loop
      execute format('lock table %I in access exclusive mode', past.relname);
      execute format('select exists (select from %I)', past.relname) into used;
      if used then
        dropped := dropped + 1;
        ${forget}
      end if;
      execute format('drop table %I', past.relname);
    end loop;
    perform set_config('countersign.dropped', dropped::text, true);
  end $$;
  select current_setting('countersign.dropped') as dropped`;
}

function endOfAligned(number: string): string {
  return `part[1]::numeric * (${number} + 1)`;
}

/** The statements are one transaction. Returns the rows of the last one. */
async function lastRows(
  connection: Connection,
  statements: string,
): Promise<readonly Record<string, string>[]> {
  const results = (await connection.run(statements)) as readonly {
    rows: readonly Record<string, string>[];
  }[];
  return results.at(-1)?.rows ?? [];
}
