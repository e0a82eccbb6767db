import type { AuditContext } from "../../domain/audit.ts";
import type { SettingChange } from "../../domain/ports/maintenance.ts";
import { compiledOnce } from "./compiled-once.ts";
import type { Queries } from "./query.ts";
import { record } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const setting: Queries["setting"] = async (db, name) => {
  const [row] = await settingNamed(db, { name });
  return row?.value;
};

const settingNamed = compiledOnce((db, { name }: { name: string }) =>
  db.selectFrom("setting").select("value").where("name", "=", name),
);

export const changeSetting: Writes["changeSetting"] = async (transaction, name, value, by) => {
  const seen = await setting(transaction.db, name);
  await set(transaction, { name, seen, value }, by);
};

export const changeSettings: Writes["changeSettings"] = async (transaction, changes, by) => {
  for (const { name, seen } of changes) {
    if ((await setting(transaction.db, name)) !== seen) return false;
  }
  for (const change of changes) await set(transaction, change, by);
  return true;
};

async function set(
  transaction: Transaction,
  { name, seen, value = seen, logged }: SettingChange,
  by: AuditContext,
): Promise<void> {
  if (value === undefined || value === seen) return;
  await transaction.db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  const details = { setting: name, value: logged ?? value };
  await record(transaction, { ...by, name: "setting.changed", details });
}
