/**
 * What narrows a list is described once, as a row for each filter. What the admin API, a command, and a page's form
 * take, and what the database compares, follow from the rows (docs/adr/0070-filters.md).
 */
import type { AccessLevel } from "../access.ts";
import { idFrom, isConsumerKey, type UserId } from "../credentials.ts";
import { dayMs } from "../day.ts";
import { isPlanName } from "../limits.ts";
import type { ApprovalState } from "./approval.ts";
import { type Snake, snakeName } from "./field.ts";

/** `meaning` is what the admin API and commands say of it: one sentence. */
export type Filter = { readonly meaning: string } /** `column` has the ID of the user. */ & (
  | { readonly kind: "user"; readonly column: string }
  | { readonly kind: "choice"; readonly choices: Readonly<Record<string, FilterCondition>> }
  | { readonly kind: "flag"; readonly when: FilterCondition }
  /** At the time or later. A column of days is compared with whole days, in UTC. */
  | { readonly kind: "from"; readonly column: string; readonly unit: Unit }
  | { readonly kind: "before"; readonly column: string; readonly unit: Unit }
  /** Neither used nor created on the day or later: a column of days that may be null, and one of times. */
  | { readonly kind: "unused"; readonly used: string; readonly created: string }
  /** Any of several values that each name one row. */
  | { readonly kind: "several"; readonly column: string; readonly of: "id" | "key" | "plan" }
);

type Unit = "time" | "day";

/** Such as `suspended_because` that is `not null`. */
export interface FilterCondition {
  readonly column: string;
  readonly is: "null" | "not null" | 0 | 1 | AccessLevel | ApprovalState;
}

export type Filters = Readonly<Record<string, Filter>>;

/** How many values a filter of several may have. */
export const maxSeveral = 100;

/** What a list is narrowed by. Times are in milliseconds, and days are numbers of days. */
export type Narrowed<Table extends Filters> = {
  readonly [Name in keyof Table]?: ValueOf<Table[Name]>;
};

type ValueOf<One extends Filter> = One extends { kind: "choice"; choices: infer Choices }
  ? keyof Choices & string
  : One extends { kind: "user" }
    ? UserId
    : One extends { kind: "flag" }
      ? true
      : One extends { kind: "several" }
        ? readonly string[]
        : number;

export type FilterValue = string | number | true | readonly string[];

/** A filter's name in a URL and in the admin API. */
export type FilterName<Table extends Filters> = Snake<keyof Table & string>;

/** The filters of the table that have a value, in its order. */
export function valuesIn<Table extends Filters>(
  table: Table,
  narrowed: Narrowed<Table>,
): readonly { readonly name: keyof Table & string; filter: Filter; value: FilterValue }[] {
  return Object.entries(table).flatMap(([name, filter]) => {
    const value = narrowed[name];
    return value === undefined ? [] : [{ name, filter, value: value as FilterValue }];
  });
}

export function filterNames<Table extends Filters>(table: Table): readonly FilterName<Table>[] {
  return Object.keys(table).map((name) => snakeName(name)) as FilterName<Table>[];
}

/**
 * What a text means to the filter. Undefined: it is not of the filter's form. A user's screen name or ID has yet to be
 * looked up.
 */
export function filterValueIn(filter: Filter, text: string): FilterValue | undefined {
  switch (filter.kind) {
    case "choice":
      return Object.hasOwn(filter.choices, text) ? text : undefined;
    case "flag":
      return text === "true" ? true : undefined;
    case "user":
      return text === "" ? undefined : text;
    case "from":
    case "before":
      return momentIn(text, filter.unit);
    case "unused":
      return momentIn(text, "day");
    case "several": {
      const values = [...new Set(text.split(","))];
      const isOne = { id: idFrom, key: isConsumerKey, plan: isPlanName }[filter.of];
      return values.length <= maxSeveral && values.every(isOne) ? values : undefined;
    }
  }
}

/** The filters that have a value as a query of the admin API has them. */
export function filterQuery<Table extends Filters>(
  table: Table,
  narrowed: Narrowed<Table>,
): URLSearchParams {
  const pairs = valuesIn(table, narrowed).map(({ name, value }): [string, string] => [
    snakeName(name),
    typeof value === "number" ? momentText(value) : String(value),
  ]);
  return new URLSearchParams(pairs);
}

/** A filter of days takes no time. */
function momentText(at: number): string {
  const text = new Date(at).toISOString();
  return at % dayMs === 0 ? text.slice(0, 10) : text;
}

/**
 * The beginning of a day in UTC, such as 2026-05-03, or, for `time`, also a time such as 2026-05-03T09:00:00Z.
 * Undefined for what is neither, such as the 30th of February.
 */
function momentIn(text: string, unit: Unit): number | undefined {
  const [, day, rest] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.exec(text) ?? [];
  if (day === undefined || (rest !== undefined && unit === "day")) return undefined;
  const begin = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(begin) || new Date(begin).toISOString().slice(0, 10) !== day) return undefined;
  const at = Date.parse(rest === undefined ? `${day}T00:00:00Z` : text);
  return at >= 0 ? at : undefined;
}
