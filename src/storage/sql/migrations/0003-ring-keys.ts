import { type Kysely, sql } from "kysely";

/**
 * Check values by which a ledger recognizes its key ring. The first start with a ring that decrypts the
 * ledger's secrets fills them in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("ring_key")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("check_value", "text", (column) => column.notNull())
    .addColumn("seals", "integer", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
}
