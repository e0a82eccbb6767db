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
 * order. A CASE keeps other indexes out of it, and PostgreSQL expects half of the rows of one. What is only counted has
 * no order, and any index may find it.
 */
export function conditionsOf<Table extends Filters>(
  table: "application" | "user" | "held" | "further",
  filters: Table,
  narrowed: Narrowed<Table> = {},
  { ordered, isCounted = false }: { readonly ordered?: string; readonly isCounted?: boolean } = {},
): readonly Condition[] {
  const refer = (name: string) => sql.ref(`${table}.${name}`);
  return valuesIn(filters, narrowed).map(({ filter, value }) => {
    const condition = conditionOf(refer, filter, value);
    const mayFind = isCounted || findsFew(filter) || isOf(filter, ordered);
    return mayFind ? condition : sql`case when ${condition} then true else false end`;
  });
}

function findsFew(filter: Filter): boolean {
  const { kind } = filter;
  return kind === "user" || kind === "choice" || (kind === "several" && filter.of !== "plan");
}

function isOf(filter: Filter, column: string | undefined): boolean {
  if (filter.kind === "unused") return filter.used === column;
  return "column" in filter && filter.column === column;
}

function conditionOf(
  refer: (column: string) => RawBuilder<unknown>,
  filter: Filter,
  value: FilterValue,
): Condition {
  switch (filter.kind) {
    case "user":
      return sql`${refer(filter.column)} = ${Number(value)}`;
    case "choice": {
      const when = filter.choices[String(value)];
      if (when === undefined) throw new RangeError("the filter has no such choice");
      return holds(refer(when.column), when.is);
    }
    case "flag":
      return holds(refer(filter.when.column), filter.when.is);
    case "from":
      return sql`${refer(filter.column)} >= ${inUnit(filter, value)}`;
    case "before":
      // A day of 0 means never.
      return filter.unit === "day"
        ? sql`(${refer(filter.column)} > 0 and ${refer(filter.column)} < ${inUnit(filter, value)})`
        : sql`${refer(filter.column)} < ${inUnit(filter, value)}`;
    case "unused": {
      const [used, created] = [refer(filter.used), refer(filter.created)];
      const day = inUnit({ unit: "day" }, value);
      return sql`(${used} < ${day} or (${used} is null and ${created} < ${day * dayMs}))`;
    }
    case "several": {
      const values = (value as readonly string[]).map((one) =>
        filter.of === "id" ? Number(one) : one,
      );
      return sql`${refer(filter.column)} in (${sql.join(values)})`;
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
