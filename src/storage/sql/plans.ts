/** Plans, and which application has which (docs/adr/0072-plans.md). */
import { sql } from "kysely";
import { isSamePlan, type ListedPlan } from "../../domain/plan.ts";
import { compiledOnce } from "./compiled-once.ts";
import type { Queries } from "./query.ts";
import { record } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const plans: Queries["plans"] = async (db) => {
  const rows = await everyPlan(db, {});
  return rows.map((row) => ({
    name: row.name,
    description: row.description,
    limits: JSON.parse(row.limits) as ListedPlan["limits"],
    isDefault: row.is_default === 1,
    version: row.version,
    applications: Number(row.applications),
  }));
};

const everyPlan = compiledOnce((db, _: object) =>
  db
    .selectFrom("plan")
    .select((column) => [
      ...(["name", "description", "limits", "is_default", "version"] as const),
      column
        .selectFrom("application")
        .select(sql<number>`count(*)`.as("counted"))
        .where("application.plan", "is not", null)
        .whereRef("application.plan", "=", "plan.name")
        .as("applications"),
    ])
    .orderBy("plan.name"),
);

export const savePlan: Writes["savePlan"] = async (
  transaction,
  { name, draft, seen, most },
  by,
) => {
  const present = await plans(transaction.db);
  const before = present.find((one) => one.name === name);
  if (before?.version !== seen) return seen === undefined ? "name-taken" : "changed-since";
  if (before === undefined && present.length >= most) return "too-many";
  if (before !== undefined && isSamePlan(before, draft)) return "saved";
  const { description, isDefault } = draft;
  if (isDefault && before?.isDefault !== true) await endDefault(transaction);
  const columns = {
    description,
    limits: JSON.stringify(draft.limits),
    is_default: Number(isDefault),
    version: (seen ?? 0) + 1,
  };
  await transaction.db
    .insertInto("plan")
    .values({ name, ...columns })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(columns))
    .execute();
  await record(transaction, {
    ...by,
    name: before === undefined ? "plan.created" : "plan.changed",
    details: { plan: name, default: isDefault ? "yes" : "no", ...draft.limits },
  });
  return "saved";
};

async function endDefault({ db }: Transaction): Promise<void> {
  await db
    .updateTable("plan")
    .set((column) => ({ is_default: 0, version: sql`${column.ref("version")} + 1` }))
    .where("is_default", "=", 1)
    .execute();
}

export const deletePlan: Writes["deletePlan"] = async (transaction, { name, seen, frees }, by) => {
  const before = (await plans(transaction.db)).find((one) => one.name === name);
  if (before?.version !== seen) return "changed-since";
  if (before.applications > 0 && !frees) return "in-use";
  await transaction.db
    .updateTable("application")
    .set({ plan: null })
    .where("plan", "is not", null)
    .where("plan", "=", name)
    .execute();
  await transaction.db.deleteFrom("plan").where("name", "=", name).execute();
  const details = { plan: name, applications: before.applications };
  await record(transaction, { ...by, name: "plan.deleted", details });
  return "deleted";
};

export const setApplicationPlan: Writes["setApplicationPlan"] = async (
  transaction,
  { applicationId, plan, seen },
  by,
) => {
  if (plan !== undefined && !(await isPlan(transaction, plan))) return "no-plan";
  const row = await transaction.db
    .selectFrom("application")
    .select("plan")
    .where("id", "=", Number(applicationId))
    .executeTakeFirst();
  if (row === undefined) return "changed-since";
  const present = row.plan ?? undefined;
  // A repeated call finds what it wants.
  if (present === plan) return "set";
  if (present !== seen) return "changed-since";
  await transaction.db
    .updateTable("application")
    .set({ plan: plan ?? null })
    .where("id", "=", Number(applicationId))
    .execute();
  const details = { plan: plan ?? "", before: present ?? "" };
  await record(transaction, { ...by, name: "application.plan-changed", applicationId, details });
  return "set";
};

async function isPlan({ db }: Transaction, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("plan")
    .select("name")
    .where("name", "=", name)
    .executeTakeFirst();
  return row !== undefined;
}
