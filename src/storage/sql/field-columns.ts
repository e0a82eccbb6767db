/** The columns of a noun's fields: a flag is 0 or 1, and a list is a JSON array. */
import type { AccessLevel } from "../../domain/access.ts";
import {
  type Field,
  type Fields,
  namesOf,
  type Snake,
  snakeName,
  type Values,
  valuesFor,
} from "../../domain/fields/field.ts";

export type FieldColumns<Noun> = {
  [Name in keyof Noun & string as Snake<Name>]: Column<Noun[Name]>;
};

type Column<Value> = Value extends boolean ? number : Value extends AccessLevel ? Value : string;

export function columnNames<Noun>(fields: Fields<Noun>) {
  return namesOf(fields).map((name) => snakeName(name)) as (keyof FieldColumns<Noun>)[];
}

export function columnsOf<Noun>(fields: Fields<Noun>, noun: Noun): FieldColumns<Noun> {
  const pairs = namesOf(fields).map((name) => {
    const value = (noun as Values)[name];
    const column = typeof value === "boolean" ? Number(value) : value;
    return [snakeName(name), typeof column === "object" ? JSON.stringify(column) : column];
  });
  return Object.fromEntries(pairs);
}

export function nounIn<Noun>(fields: Fields<Noun>, row: FieldColumns<Noun>): Noun {
  return valuesFor(fields, (name, { kind }: Field) => {
    const column = (row as Readonly<Record<string, string | number>>)[snakeName(name)];
    if (kind === "flag") return column === 1;
    return kind === "list" ? JSON.parse(String(column)) : String(column);
  });
}
