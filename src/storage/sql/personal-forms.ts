/** How values of columns are written for their user. */
import { dayMs } from "../../domain/day.ts";
import { type Field, type Fields, snakeName } from "../../domain/fields/field.ts";
import type { FieldColumns } from "./field-columns.ts";

export interface Shown {
  /** The member's name, if the column's does not do. */
  readonly as?: string;
  /** Returns undefined to leave the member out. `self` is the user's ID. */
  readonly write: (value: unknown, row: Readonly<Record<string, unknown>>, self: string) => unknown;
}

export const text: Shown = { write: (value) => value ?? undefined };
export const id: Shown = { write: (value) => (value === null ? undefined : String(value)) };
export const flag: Shown = { write: (value) => value === 1 };
export const number: Shown = { write: (value) => (value === null ? undefined : Number(value)) };
export const words: Shown = { write: (value) => wordsIn(value) };
export const time: Shown = { write: (value) => (value === null ? undefined : timeOf(value)) };

export const json: Shown = {
  write: (value) => (value === null ? undefined : JSON.parse(String(value))),
};

/** All fields of a noun that the user decides about. */
export function fieldsShown<Noun>(fields: Fields<Noun>): {
  readonly [Column in keyof FieldColumns<Noun>]: Shown;
} {
  const pairs = Object.entries<Field>(fields).map(([name, { kind }]) => [
    snakeName(name),
    formOf[kind],
  ]);
  return Object.fromEntries(pairs);
}

const formOf: Readonly<Record<Field["kind"], Shown>> = {
  text,
  link: text,
  level: text,
  flag,
  list: json,
};

/** Formats days since the epoch. Null or 0: none is known. */
export const day: Shown = {
  write: (value) => (Number(value) === 0 ? undefined : timeOf(Number(value) * dayMs).slice(0, 10)),
};

/** From the time step of an authenticator app. 0: none was used. */
export const step: Shown = {
  write: (value) => (Number(value) === 0 ? undefined : timeOf(Number(value) * 30_000)),
};

/** Formats the text of `writtenAuthEvents`. */
export const authEvents: Shown = {
  write: (value) =>
    wordsIn(value).map((one) => {
      const [by, at] = one.split(":");
      return { by, at: timeOf(at) };
    }),
};

/** Who did it, without the ID of another user. */
export const actor: Shown = {
  write(value, _row, self) {
    if (isOther(value, self)) return "another user";
    return value === `user:${self}` ? "yourself" : value;
  },
};

/** The IP address that someone else acted from is theirs. */
export const addressOfActor: Shown = {
  write: (value, row, self) => (isOther(row["actor"], self) ? undefined : (value ?? undefined)),
};

/** The detail of the revocation, unless it is a digest. */
export const detailOfRevocation: Shown = {
  write: (value, { kind }) => (kind === "recovery-code" ? undefined : (value ?? undefined)),
};

export function as(name: string, form: Shown): Shown {
  return { ...form, as: name };
}

function isOther(actor: unknown, self: string): boolean {
  return String(actor).startsWith("user:") && actor !== `user:${self}`;
}

function wordsIn(value: unknown): readonly string[] {
  return String(value ?? "")
    .split(" ")
    .filter((one) => one !== "");
}

function timeOf(value: unknown): string {
  return new Date(Number(value)).toISOString();
}
