import type { Kysely } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { SettingName } from "../../domain/operating.ts";
import type { Tables } from "./schema.ts";
import { record, type Transaction } from "./transaction.ts";

export async function setting(db: Kysely<Tables>, name: SettingName): Promise<string | undefined> {
  const row = await db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}

export async function changeSetting(
  transaction: Transaction,
  name: SettingName,
  value: string,
  event: AuditEvent,
): Promise<void> {
  await transaction.db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  await record(transaction, event);
}
