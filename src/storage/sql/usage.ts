/** Counts of the last hours have a row for each interval, and others a row for each day (use-days.ts). */
import { type Kysely, sql } from "kysely";
import type { ApplicationId, ConsumerKey } from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import { kindsWithoutRequests, type UsageRow, usageResolutions } from "../../domain/usage.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { addToDays, applicationIn, merged, sumsOf, usageByDay } from "./use-days.ts";
import type { Writes } from "./write.ts";

/** By one statement for each table. Sorted by key, so that two of them do not deadlock. */
export const addUsage: Writes["addUsage"] = async ({ db }, rows) => {
  const recent = rows.filter(({ resolution }) => resolution !== 3600);
  if (recent.length > 0) await addToIntervals(db, recent);
  const hourly = rows.filter(({ resolution }) => resolution === 3600);
  if (hourly.length > 0) await addToDays(db, hourly);
  await touchApplications(db, hourly);
};

/** Never moves back to an earlier day, because the clocks of two processes may differ. */
async function touchApplications(db: Kysely<Tables>, rows: readonly UsageRow[]): Promise<void> {
  const verified = rows.filter(({ of, kind }) => of !== "service" && kind === "verified");
  for (const [day, ofDay] of Map.groupBy(verified, ({ at }) => dayOf(at))) {
    await db
      .updateTable("application")
      .set({ used_day: day })
      .where("id", "in", [...new Set(ofDay.map(({ of }) => applicationIn(of)))])
      .where("used_day", "<", day)
      .execute();
  }
}

async function addToIntervals(db: Kysely<Tables>, rows: readonly UsageRow[]): Promise<void> {
  const values = sumsOf(rows, ({ of, resolution, at, operation, kind }) => ({
    application_id: applicationIn(of),
    resolution,
    at,
    operation,
    kind,
  }));
  await db
    .insertInto("use_count")
    .values(values.map(({ row, count }) => ({ ...row, count })))
    .onConflict((conflict) =>
      conflict
        .columns(["application_id", "resolution", "at", "operation", "kind"])
        .doUpdateSet({ count: merged("use_count", "count") }),
    )
    .execute();
}

export const usageOf: Queries["usageOf"] = async (
  db,
  of,
  resolution,
  { since, until = Number.MAX_SAFE_INTEGER },
) => {
  if (resolution === 3600 || resolution === 86_400) {
    return usageByDay(db, of, resolution, since, until);
  }
  const rows = await db
    .selectFrom("use_count")
    .select(["at", "operation", "kind", "count"])
    .where("application_id", "=", applicationIn(of))
    .where("resolution", "=", resolution)
    .where("at", ">=", since)
    .where("at", "<", until)
    .orderBy("at")
    .orderBy("operation")
    .orderBy("kind")
    .execute();
  return rows.map(({ at, operation, kind, count }) => ({ at, operation, kind, count }));
};

export const requestsOf: Queries["requestsOf"] = async (db, applications, resolution, since) => {
  if (applications.length === 0) return new Map();
  const rows = await db
    .selectFrom("use_count")
    .select(["application_id", ({ fn }) => fn.sum<number>("count").as("requests")])
    .where("application_id", "in", applications.map(Number))
    .where("resolution", "=", resolution)
    .where("at", ">=", since)
    .where("kind", "not in", kindsWithoutRequests)
    .groupBy("application_id")
    .execute();
  return new Map(rows.map((row) => [String(row.application_id) as ApplicationId, row.requests]));
};

export const applicationIds: Queries["applicationIds"] = async (db, consumerKeys) => {
  if (consumerKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom("application")
    .select(["id", "consumer_key"])
    .where("consumer_key", "in", consumerKeys)
    .execute();
  return new Map(
    rows.map((row) => [row.consumer_key as ConsumerKey, String(row.id) as ApplicationId]),
  );
};

/** Deletes at most `most` rows. Returns how many. */
export async function sweepUsage(db: Kysely<Tables>, now: number, most: number): Promise<number> {
  let removed = 0;
  for (const { seconds, keptMs } of usageResolutions) {
    const swept = await sql`
      delete from use_count where (application_id, resolution, at, operation, kind) in (
        select application_id, resolution, at, operation, kind from use_count
          where resolution = ${seconds} and at <= ${now - keptMs} limit ${most - removed})`.execute(
      db,
    );
    removed += Number(swept.numAffectedRows ?? 0);
  }
  return removed;
}
