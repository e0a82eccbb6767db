/** Rows of a table as both engines return them, and how two sets of rows are compared. */
import { createHash } from "node:crypto";
import type { LedgerTable } from "../sql/ledger-tables.ts";

export type Value = number | string | Uint8Array | null;
export type Row = readonly Value[];

export interface TableShape {
  readonly name: LedgerTable;
  readonly columns: readonly { readonly name: string; readonly type: "bigint" | "text" | "blob" }[];
  /** The names of the primary key, in its order. */
  readonly key: readonly string[];
}

/** Reads rows ordered by key, after the key `after`, or from the beginning if that is undefined. */
export interface Reading {
  /** At most `most` rows. */
  page(table: TableShape, after: Row | undefined, most: number): Promise<readonly Row[]>;
}

/** The last number that a table has assigned to a row. */
export interface Counter {
  readonly table: LedgerTable;
  readonly last: number;
}

/** A running SHA-256 over rows in order. */
export interface RowDigest {
  readonly rows: number;
  add(rows: readonly Row[]): void;
  /** Hexadecimal; nothing can be added afterwards. */
  end(): string;
}

export function rowDigest(): RowDigest {
  const hash = createHash("sha256");
  let count = 0;
  return {
    get rows() {
      return count;
    },
    add(rows) {
      for (const row of rows) hash.update(lineOf(row));
      count += rows.length;
    },
    end: () => hash.digest("hex"),
  };
}

export function isSameRows(one: readonly Row[], other: readonly Row[]): boolean {
  return (
    one.length === other.length && one.every((row, at) => lineOf(row) === lineOf(other[at] ?? []))
  );
}

/** The values of the primary key. */
export function keyOf({ columns, key }: TableShape, row: Row): Row {
  return key.map((name) => row[columns.findIndex((column) => column.name === name)] ?? null);
}

/** A text that identifies a row. A blob, a text and a number with the same content differ. */
function lineOf(row: Row): string {
  const values = row.map((value) =>
    value instanceof Uint8Array ? [Buffer.from(value).toString("hex")] : value,
  );
  return `${JSON.stringify(values)}\n`;
}
