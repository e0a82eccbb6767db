/** The columns of a noun's fields: a flag is 0 or 1, a list is a JSON array, and an ID is a number. */
import type { ApiKeyId, ApplicationId, UserId } from "../../domain/credentials.ts";
import {
  type Snake,
  type StoredField,
  type StoredFields,
  snakeName,
} from "../../domain/fields/field.ts";

export type FieldColumns<Noun> = {
  [Name in keyof Noun & string as Snake<Name>]: Column<Noun[Name]>;
};

type Column<Value> = Value extends undefined
  ? null
  : Value extends boolean | number | UserId | ApplicationId | ApiKeyId
    ? number
    : Value extends readonly string[]
      ? string
      : Value;

export function columnNames<Noun>(fields: StoredFields<Noun>) {
  return Object.keys(fields).map(snakeName) as (keyof FieldColumns<Noun>)[];
}

export function columnsOf<Noun>(fields: StoredFields<Noun>, noun: Noun): FieldColumns<Noun> {
  const pairs = Object.entries<StoredField>(fields).map(([name, { kind }]) => [
    snakeName(name),
    columnOf(kind, noun[name as keyof Noun]),
  ]);
  return Object.fromEntries(pairs);
}

function columnOf(kind: StoredField["kind"], value: unknown): unknown {
  if (value === undefined) return null;
  if (kind === "list") return JSON.stringify(value);
  return kind === "flag" || kind === "id" ? Number(value) : value;
}

export function nounIn<Noun>(fields: StoredFields<Noun>, row: FieldColumns<Noun>): Noun {
  const columns = row as Readonly<Record<string, string | number | null>>;
  const pairs = Object.entries<StoredField>(fields).map(([name, { kind }]) => [
    name,
    fromColumn(kind, columns[snakeName(name)] ?? undefined),
  ]);
  return Object.fromEntries(pairs) as Noun;
}

function fromColumn(kind: StoredField["kind"], column: string | number | undefined): unknown {
  if (column === undefined) return undefined;
  if (kind === "flag") return column === 1;
  if (kind === "list") return JSON.parse(String(column));
  return kind === "id" ? String(column) : column;
}
