/** Parts of the queries that list applications and users: searches by id, key or beginning of a name, and orders. */
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { ListOrder, NameOrder } from "../../domain/operating.ts";
import { placeIn, type Slice } from "../../domain/slice.ts";
import type { Tables } from "./schema.ts";

/** One condition by which a row can match. Each uses an index. */
export type Way = RawBuilder<boolean>;

/**
 * Rows that match in any of the ways, each once. With an `or` the database would sort everything that it finds;
 * these are merged in index order.
 */
export function foundAnyWay<Names extends keyof Tables, Row>(
  [first, ...others]: readonly [Way, ...Way[]],
  find: (way: Way) => SelectQueryBuilder<Tables, Names, Row>,
): SelectQueryBuilder<Tables, Names, Row> {
  return others.reduce(
    (query, way, at) => query.unionAll(find(butNot(way, [first, ...others.slice(0, at)]))),
    find(first),
  );
}

function butNot(way: Way, before: readonly Way[]): Way {
  return sql`${way} and not (${sql.join(before, sql` or `)})`;
}

/** An order that is not by name. Times and days can be equal, so the id breaks ties. */
export function byNumber(
  table: "user" | "application",
  { after, before }: Slice,
  order: Exclude<ListOrder, NameOrder>,
): {
  readonly column: "created_at" | "used_day";
  readonly beyond: RawBuilder<boolean>;
  readonly direction: "asc" | "desc";
} {
  const place = placeIn(order, before ?? after);
  const isUp = (order === "oldest" || order === "longest-unused") !== (before !== undefined);
  const column = order === "newest" || order === "oldest" ? "created_at" : "used_day";
  const [at, id] = [sql.ref(`${table}.${column}`), sql.ref(`${table}.id`)];
  const beyond =
    place === undefined
      ? sql<boolean>`1 = 1`
      : sql<boolean>`(${at}, ${id}) ${isUp ? sql`>` : sql`<`} (${place.value}, ${place.id})`;
  return { column, beyond, direction: isUp ? "asc" : "desc" };
}

/** Rows in list order: a page that was requested from its end was read backwards. */
export function inOrder<Row>(rows: readonly Row[], readBackwards: boolean): readonly Row[] {
  return readBackwards ? rows.toReversed() : rows;
}

/** The way of an empty text, for what needs no order. */
export const anyRow: Way = sql`1 = 1`;

/** Any of the ways of a text, with every condition of the filters. */
export function allOf(way: Way, conditions: readonly Way[]): Way {
  return sql`(${sql.join([way, ...conditions], sql` and `)})`;
}
