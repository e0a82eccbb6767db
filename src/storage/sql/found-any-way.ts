/** A search whose text may be an id, a key or the beginning of a name. */
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
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
