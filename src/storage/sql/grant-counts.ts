/**
 * Counts of an application's grants, one row per day with changes, so that no one has to count a million
 * tokens.
 */
import { sql } from "kysely";
import type { AccessLevel } from "../../domain/access.ts";
import type { UserId } from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import type { Queries } from "./query.ts";
import type { Transaction } from "./write.ts";

/** Must be called with every change of access tokens, in the same transaction. */
export async function countGrant(
  { db, slot }: Transaction,
  {
    applicationId,
    access,
    change,
    at,
  }: { applicationId: number; access: AccessLevel; change: number; at: number },
): Promise<void> {
  if (change === 0) return;
  await db
    .insertInto("grant_count")
    .values({ application_id: applicationId, day: dayOf(at), access, slot, change })
    .onConflict((conflict) =>
      conflict
        .columns(["application_id", "day", "access", "slot"])
        .doUpdateSet({ change: sql`grant_count.change + excluded.change` }),
    )
    .execute();
}

/** Must be called before a user is deleted with everything they granted. */
export async function countUserGrantsGone(
  transaction: Transaction,
  userId: UserId,
  at: number,
): Promise<void> {
  const held = await transaction.db
    .selectFrom("access_token")
    .select(["application_id", "access"])
    .where("user_id", "=", Number(userId))
    .execute();
  for (const { application_id: applicationId, access } of held) {
    await countGrant(transaction, { applicationId, access, change: -1, at });
  }
}

export const grantCounts: Queries["grantCounts"] = async (db, applicationId, since) => {
  const rows = await db
    .selectFrom("grant_count")
    .select(({ fn }) => ["day", "access", fn.sum<number>("change").as("change")])
    .where("application_id", "=", Number(applicationId))
    .groupBy(["day", "access"])
    .orderBy("day")
    .orderBy("access")
    .execute();
  const before: Record<AccessLevel, number> = { read: 0, write: 0 };
  const first = dayOf(since);
  for (const row of rows) if (row.day < first) before[row.access] += row.change;
  return {
    before,
    changes: rows
      .filter((row) => row.day >= first)
      .map(({ day, access, change }) => ({ day, access, change })),
  };
};
