/**
 * A noun is described once, as a row for each of its fields. Its checks, its differences, and what a form, a command,
 * the admin API, a column and a line of an export make of it follow from the rows.
 */
import type { AccessLevel } from "../access.ts";
import { isBlank, typedText } from "../typed-text.ts";

/** `meaning` is what forms, commands and the admin API say of it: one sentence. */
export type Field = { readonly meaning: string } & (
  | {
      readonly kind: "text";
      /** In characters, on one line. */
      readonly max: number;
      readonly required?: true;
    }
  /** An HTTP or HTTPS URL, or empty. */
  | { readonly kind: "link" }
  | { readonly kind: "level" }
  /** `otherwise` describes the field that is off. */
  | { readonly kind: "flag"; readonly otherwise: string }
  | {
      readonly kind: "list";
      readonly max: number;
      /** The name of a member, and what it is. */
      readonly one: string;
      readonly each: string;
      /** Describes the empty list. */
      readonly none: string;
    }
);

export type Fields<Noun> = { readonly [Name in keyof Noun]-?: FieldOf<Noun[Name]> };

type FieldOf<Value> = Extract<Field, { kind: KindOf<Value> }>;
type KindOf<Value> = Value extends boolean
  ? "flag"
  : Value extends AccessLevel
    ? "level"
    : Value extends string
      ? "text" | "link"
      : Value extends readonly string[]
        ? "list"
        : never;

/** For a noun that has no draft, only how its fields are stored is described. */
export type StoredFields<Noun> = {
  readonly [Name in keyof Noun]-?: StoredField & {
    readonly kind: KindOf<NonNullable<Noun[Name]>> | OtherKindOf<NonNullable<Noun[Name]>>;
  };
};

export interface StoredField {
  readonly kind: Field["kind"] | "time" | "id";
}

type OtherKindOf<Value> = Value extends number ? "time" : Value extends string ? "id" : never;

/** What a field holds. */
export type FieldValue = string | boolean | readonly string[];
export type Values = Readonly<Record<string, FieldValue>>;

/** The name of a field as a column and in JSON: `sign_in` for `signIn`. */
export function snakeName<Name extends string>(name: Name): Snake<Name> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Name>;
}

export type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";

/** The names of the fields as they are in the table. */
export function namesOf<Noun>(fields: Fields<Noun>): readonly (keyof Noun & string)[] {
  return Object.keys(fields) as (keyof Noun & string)[];
}

/** A noun's fields in JSON. */
export type FieldsJson<Noun> = {
  [Name in keyof Noun & string as Snake<Name>]: Noun[Name] extends readonly string[]
    ? string[]
    : Noun[Name];
};

export function fieldsJson<Noun>(fields: Fields<Noun>, noun: Noun): FieldsJson<Noun> {
  const pairs = namesOf(fields).map((name) => [snakeName(name), noun[name]]);
  return Object.fromEntries(pairs);
}

/** The fields that `json` has, by their names in code. */
export function fieldsInJson<Noun>(
  fields: Fields<Noun>,
  json: { readonly [Name in keyof FieldsJson<Noun>]?: FieldsJson<Noun>[Name] | undefined },
): { readonly [Name in keyof Noun]?: Noun[Name] | undefined } {
  const given = json as Readonly<Record<string, unknown>>;
  return Object.fromEntries(namesOf(fields).map((name) => [name, given[snakeName(name)]])) as {
    readonly [Name in keyof Noun]?: Noun[Name];
  };
}

/** A noun of which nothing has been chosen: the least access, and everything off. */
export function emptyOf<Noun>(fields: Fields<Noun>): Noun {
  return valuesFor(fields, (_, { kind }: Field): FieldValue => {
    if (kind === "flag") return false;
    if (kind === "list") return [];
    return kind === "level" ? "read" : "";
  });
}

/** The fields of `noun`, without anything else that it has. */
export function fieldsOf<Noun>(fields: Fields<Noun>, noun: Noun): Noun {
  return valuesFor(fields, (name) => (noun as Values)[name] ?? "");
}

/** Fields that are left out of `changed` stay as in `from`. A member that a list has twice counts once. */
export function changedFields<Noun>(
  fields: Fields<Noun>,
  from: Noun,
  changed: { readonly [Name in keyof Noun]?: Noun[Name] | undefined },
): Noun {
  return valuesFor(fields, (name, { kind }: Field): FieldValue => {
    const given = (changed as Partial<Values>)[name];
    if (kind === "text" && typeof given === "string") return typedText(given);
    const value = given ?? (from as Values)[name] ?? "";
    return typeof value === "object" ? [...new Set(value)] : value;
  });
}

/** A setting by its JSON name. */
export interface Difference {
  readonly setting: string;
  readonly from: FieldValue;
  readonly to: FieldValue;
}

/** The fields in which two nouns differ. */
export function differencesOf<Noun>(
  fields: Fields<Noun>,
  before: Noun,
  after: Noun,
): readonly Difference[] {
  return namesOf(fields).flatMap((name) => {
    const [from, to] = [(before as Values)[name] ?? "", (after as Values)[name] ?? ""];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    return [{ setting: snakeName(name), from, to }];
  });
}

/** Words only describe; every other field decides who may do what, or where users are sent. */
export function isWord({ kind }: Field): boolean {
  return kind === "text" || kind === "link";
}

/** For a text: `no-`, `long-` or `odd-` and its name. For a link: its name. */
export type FieldProblem<Table> = {
  [Name in keyof Table & string]: Table[Name] extends { kind: "text" }
    ? `${Table[Name] extends { required: true } ? "no" | "long" | "odd" : "long" | "odd"}-${Name}`
    : Table[Name] extends { kind: "link" }
      ? Name
      : never;
}[keyof Table & string];

export function fieldProblems<Noun, Table extends Fields<Noun>>(
  fields: Table & Fields<Noun>,
  noun: Noun,
): readonly FieldProblem<Table>[] {
  const problems = namesOf<Noun>(fields).map((name) => {
    const field: Field = fields[name];
    const value = String((noun as Values)[name]);
    if (field.kind === "text") return textProblem(name, field, value);
    return field.kind === "link" && value !== "" && !isWebUrl(value) ? name : undefined;
  });
  return problems.filter((one) => one !== undefined) as FieldProblem<Table>[];
}

function textProblem(
  name: string,
  { max, required }: { readonly max: number; readonly required?: true },
  text: string,
): string | undefined {
  if (required && isBlank(text)) return `no-${name}`;
  if ([...text].length > max) return `long-${name}`;
  return /\p{Cc}/u.test(text) ? `odd-${name}` : undefined;
}

export const maxLink = 200;

function isWebUrl(text: string): boolean {
  // A parser drops tabs and line breaks, and encodes the rest.
  if (text.length > maxLink || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

/** Makes a value for each field. */
export function valuesFor<Noun>(
  fields: Fields<Noun>,
  makeValue: (name: string, field: Field) => FieldValue,
): Noun {
  const pairs = Object.entries<Field>(fields).map(([name, field]) => [
    name,
    makeValue(name, field),
  ]);
  return Object.fromEntries(pairs) as Noun;
}
