/**
 * Passes rows as parameters, with an array per column, so that a statement has the same text for any number of
 * rows.
 */
import { bindable } from "./bindable.ts";

export interface RowsAsked<Row> {
  /** The text for `from`, which names the rows. */
  readonly from: string;
  /** The number of columns, which is also the number of the last parameter. */
  readonly columns: number;
  /** The first parameters of the statement. */
  values(rows: readonly Row[]): readonly unknown[];
}

/**
 * Rows with these columns. PostgreSQL sees the number of elements when it plans, so few rows are looked up by
 * index.
 */
export function rowsAsked<Column extends string>(
  name: string,
  types: Readonly<Record<Column, "text" | "bigint" | "integer">>,
): RowsAsked<Readonly<Record<Column, string | number | null>>> {
  const columns = Object.keys(types) as Column[];
  const arrays = columns.map((column, at) => `$${at + 1}::${types[column]}[]`);
  return {
    from: `unnest(${arrays.join(", ")}) as ${name}(${columns.join(", ")})`,
    columns: columns.length,
    values: (rows) => columns.map((column) => rows.map((row) => bindable(row[column]))),
  };
}
