/** The conditions of a list's filters (docs/adr/0070-filters.md). */
import { type RawBuilder, sql } from "kysely";
import { dayMs } from "../../domain/day.ts";
import {
  type Filter,
  type FilterCondition,
  type Filters,
  type FilterValue,
  type Narrowed,
  valuesIn,
} from "../../domain/fields/filter.ts";

type Condition = RawBuilder<boolean>;

/**
 * Few rows have an owner, an ID, or a state that has an index; these are found by it, and sorted. Almost all rows, or
 * almost none, may be of a time, a day, or a plan: the list is read in its order, and `ordered` is the column of the
 * order. A plus keeps other indexes out of it. What is only counted has no order, and any index may find it.
 */
export function conditionsOf<Table extends Filters>(
  table: "application" | "user" | "held" | "further",
  filters: Table,
  narrowed: Narrowed<Table> = {},
  { ordered, isCounted = false }: { readonly ordered?: string; readonly isCounted?: boolean } = {},
): readonly Condition[] {
  const refer = (name: string, finds: boolean) => {
    const column = sql.ref(`${table}.${name}`);
    return finds || isCounted || name === ordered ? column : sql`+${column}`;
  };
  return valuesIn(filters, narrowed).map(({ filter, value }) =>
    conditionOf(refer, filter, value, isCounted),
  );
}

type Refer = (column: string, finds: boolean) => RawBuilder<unknown>;

function conditionOf(
  refer: Refer,
  filter: Filter,
  value: FilterValue,
  isCounted: boolean,
): Condition {
  switch (filter.kind) {
    case "user":
      return sql`${refer(filter.column, true)} = ${Number(value)}`;
    case "choice": {
      const when = filter.choices[String(value)];
      if (when === undefined) throw new RangeError("the filter has no such choice");
      return holds(refer(when.column, true), when.is);
    }
    case "flag":
      return holds(refer(filter.when.column, false), filter.when.is);
    case "from":
      return sql`${refer(filter.column, false)} >= ${inUnit(filter, value)}`;
    case "before":
      // A day of 0 means never.
      return filter.unit === "day"
        ? sql`${refer(filter.column, false)} > 0 and ${refer(filter.column, false)} < ${inUnit(filter, value)}`
        : sql`${refer(filter.column, false)} < ${inUnit(filter, value)}`;
    case "unused": {
      const [used, created] = [refer(filter.used, false), refer(filter.created, false)];
      const day = inUnit({ unit: "day" }, value);
      return sql`(${used} < ${day} or (${used} is null and ${created} < ${day * dayMs}))`;
    }
    case "several": {
      const values = (value as readonly string[]).map((one) =>
        filter.of === "id" ? Number(one) : one,
      );
      const column = refer(filter.column, true);
      // PostgreSQL has no plus for texts.
      const compared = filter.of === "plan" && !isCounted ? sql`(${column} || '')` : column;
      return sql`${compared} in (${sql.join(values)})`;
    }
  }
}

/** These are literals, as in the conditions of partial indexes. */
function holds(column: RawBuilder<unknown>, is: FilterCondition["is"]): Condition {
  if (is === "null") return sql`${column} is null`;
  if (is === "not null") return sql`${column} is not null`;
  if (is === 0) return sql`${column} = 0`;
  if (is === 1) return sql`${column} = 1`;
  if (is === "waiting") return sql`${column} = 'waiting'`;
  if (is === "asked") return sql`${column} = 'asked'`;
  if (is === "declined") return sql`${column} = 'declined'`;
  return is === "read" ? sql`${column} = 'read'` : sql`${column} = 'write'`;
}

function inUnit({ unit }: { readonly unit: "time" | "day" }, value: FilterValue): number {
  return unit === "day" ? Math.floor(Number(value) / dayMs) : Number(value);
}
