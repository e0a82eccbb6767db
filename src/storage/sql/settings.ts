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

export const changeSetting: Writes["changeSetting"] = (transaction, name, value, by) =>
  set(transaction, { name, value }, by);

export const changeSettings: Writes["changeSettings"] = async (transaction, changes, by) => {
  for (const { name, seen } of changes) {
    if ((await setting(transaction.db, name)) !== seen) return false;
  }
  for (const change of changes) await set(transaction, change, by);
  return true;
};

async function set(
  transaction: Transaction,
  { name, value, logged = value }: Pick<SettingChange, "name" | "value" | "logged">,
  by: AuditContext,
): Promise<void> {
  await transaction.db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  const details = { setting: name, value: logged };
  await record(transaction, { ...by, name: "setting.changed", details });
}
