import { type RawBuilder, sql } from "kysely";
import { type Page, placeIn } from "../../domain/page.ts";

/** Creation times can be equal, so the id breaks ties. */
export function byCreation(
  table: "user" | "application",
  { after, before }: Page,
  order: "newest" | "oldest",
): { readonly beyond: RawBuilder<boolean>; readonly direction: "asc" | "desc" } {
  const place = placeIn(order, before ?? after);
  const isUp = (order === "oldest") !== (before !== undefined);
  const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  const beyond =
    place === undefined
      ? sql<boolean>`1 = 1`
      : sql<boolean>`(${at}, ${id}) ${isUp ? sql`>` : sql`<`} (${place.value}, ${place.id})`;
  return { beyond, direction: isUp ? "asc" : "desc" };
}

/** Rows in list order: a page that was requested from its end was read backwards. */
export function inOrder<Row>(rows: readonly Row[], readBackwards: boolean): readonly Row[] {
  return readBackwards ? rows.toReversed() : rows;
}
