import type { Kysely } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { SettingName } from "../../domain/operating.ts";
import type { SettingChange } from "../../domain/ports/upkeep.ts";
import { compiledOnce } from "./compiled-once.ts";
import type { Tables } from "./schema.ts";
import { record, type Transaction } from "./transaction.ts";

export async function setting(db: Kysely<Tables>, name: SettingName): Promise<string | undefined> {
  const [row] = await settingNamed(db, { name });
  return row?.value;
}

const settingNamed = compiledOnce((db, { name }: { name: string }) =>
  db.selectFrom("setting").select("value").where("name", "=", name),
);

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

export async function changeSettings(
  transaction: Transaction,
  changes: readonly SettingChange[],
): Promise<boolean> {
  for (const { name, seen } of changes) {
    if ((await setting(transaction.db, name)) !== seen) return false;
  }
  for (const { name, value, event } of changes) {
    await changeSetting(transaction, name, value, event);
  }
  return true;
}
