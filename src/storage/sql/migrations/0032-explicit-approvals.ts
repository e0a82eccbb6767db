import { type Kysely, sql } from "kysely";

/**
 * Whether its user was asked before the request token was approved. Nodes of an earlier version don't write it: what
 * they approve counts as approved without asking, and ends with the access token as it did before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("request_token")
    .addColumn("approved_explicitly", "integer", (column) => column.notNull().defaultTo(sql`0`))
    .execute();
}
