import type { Kysely } from "kysely";
import { writeRevocations } from "../revocation-triggers.ts";

/**
 * Addresses that an intruder may have entered, until they are confirmed again. A backup from before the recovery
 * trusts the address still, so the list of what ended has it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("user")
    .addColumn("email_distrusted", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await writeRevocations(db, {
    kind: "email",
    table: "user",
    on: "update of email_distrusted",
    when: "old.email_distrusted = 0 and new.email_distrusted = 1",
    subject: "cast(old.id as text)",
  });
}
