/** Rows as parameters: an array for each column, so that a statement has the same text for any number of rows. */
import { bindable } from "./bindable.ts";

export interface RowsAsked<Row> {
  /** The source of the rows, under the name given, to be put after `from`. */
  readonly from: string;
  /** How many: the number of the last parameter that they take. */
  readonly columns: number;
  /** The statement's parameters, from the first on. */
  values(rows: readonly Row[]): readonly unknown[];
}

/** Rows with these columns. PostgreSQL counts the elements when it plans, so few rows are looked up by index. */
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
