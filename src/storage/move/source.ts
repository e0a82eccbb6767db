/** The database that is moved. It is read under SQLite's write lock, so that nothing changes meanwhile. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { bindable } from "../postgres/client.ts";
import { type LedgerTable, ledgerTables } from "../sql/ledger-tables.ts";
import { openDatabase, storeFailure } from "../sqlite/database.ts";
import { type MovedMark, markMoved, movedMark, movedSetting } from "../sqlite/moved-mark.ts";
import { settingName as journalSetting } from "../sqlite/served-journal.ts";
import type { Counter, Reading, Row, TableShape, Value } from "./rows.ts";

export interface MoveSource extends Reading, Disposable {
  readonly tables: readonly TableShape[];
  /** How many rows of a table are to be moved. */
  count(table: TableShape): number;
  /** The counters that number rows, by table. */
  readonly counters: readonly Counter[];
  /** Identifies the key ring. It decrypts nothing. */
  readonly ring: string;
  /** An earlier move marked the database, and may have been interrupted then. */
  readonly mark: MovedMark | undefined;
  /** Marks it as moved, durably. Other processes can read it from then on, and reject it. */
  end(mark: MovedMark): void;
}

/** `path`: a database with this version's schema. Throws `StoreFailure`, also if another process is writing to it. */
export function openMoveSource(path: string): MoveSource {
  const database = openDatabase(path);
  try {
    database.exec("begin immediate");
    const tables = ledgerTables.map((name) => shapeOf(database, name));
    rejectUnknownTables(database);
    return {
      tables,
      ring: ringOf(database),
      mark: movedMark(database),
      end(mark) {
        markMoved(database, mark);
        database.exec("commit");
      },
      counters: countersOf(database),
      count: ({ name }) =>
        Number(
          database.prepare(`select count(*) as n from "${name}" where ${moves(name)}`).get()?.["n"],
        ),
      async page(table, after, most) {
        return pageOf(database, table, after, most);
      },
      [Symbol.dispose]: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw storeFailure(error, path);
  }
}

function pageOf(
  database: DatabaseSync,
  { name, columns, key }: TableShape,
  after: Row | undefined,
  most: number,
): readonly Row[] {
  const names = columns.map((column) => `"${column.name}"`).join(", ");
  const keys = key.map((one) => `"${one}"`).join(", ");
  const beyond = after === undefined ? "" : `and (${keys}) > (${after.map(() => "?").join(", ")})`;
  const statement = database.prepare(
    `select ${names} from "${name}" where ${moves(name)} ${beyond} order by ${keys} limit ?`,
  );
  statement.setReturnArrays(true);
  const rows = statement.all(...((after ?? []) as SQLInputValue[]), most);
  // Rows are arrays because of `setReturnArrays`, which the types of node:sqlite do not know.
  return (rows as unknown as Value[][]).map((row) => row.map(storable));
}

/** The value as PostgreSQL stores it. */
function storable(value: Value): Value {
  return typeof value === "string" ? (bindable(value) as string) : value;
}

/** The nonce journal that served the database, and the mark of a move, only matter on SQLite. */
function moves(table: LedgerTable): string {
  return table === "setting" ? `name not in ('${journalSetting}', '${movedSetting}')` : "true";
}

function shapeOf(database: DatabaseSync, name: LedgerTable): TableShape {
  const found = database.prepare("select name, type, pk from pragma_table_info(?)").all(name);
  const columns = found.map((row) => ({
    name: String(row["name"]),
    type: typeOf(String(row["type"])),
    pk: Number(row["pk"]),
  }));
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    key: key.map((column) => column.name),
  };
}

function typeOf(declared: string): "bigint" | "text" | "blob" {
  const type = declared.toLowerCase();
  return type === "text" || type === "blob" ? type : "bigint";
}

/** A table that is not on the list would silently be left behind. */
function rejectUnknownTables(database: DatabaseSync): void {
  const rows = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'migration' and name not like '\\_litestream\\_%' escape '\\'",
    )
    .all();
  const unknown = rows.find(({ name }) => !ledgerTables.some((one) => one === name));
  if (unknown !== undefined)
    throw new Error(`the database has an unknown table ${unknown["name"]}`);
}

function ringOf(database: DatabaseSync): string {
  const rows = database.prepare("select id, check_value from ring_key order by id").all();
  return JSON.stringify(rows.map((row) => [row["id"], row["check_value"]]));
}

function countersOf(database: DatabaseSync): readonly Counter[] {
  const rows = database.prepare("select name, seq from sqlite_sequence").all();
  return ledgerTables.flatMap((table) => {
    const row = rows.find(({ name }) => name === table);
    return row === undefined ? [] : [{ table, last: Number(row["seq"]) }];
  });
}
