import { type Kysely, type Selectable, sql } from "kysely";
import type { ApplicationId, ConsumerKey } from "../../domain/credentials.ts";
import { type UsageOf, usageResolutions } from "../../domain/usage.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import type { Writes } from "./write.ts";

/** By one statement, so that it takes one round trip. Sorted by key, so that two of them do not deadlock. */
export const addUsage: Writes["addUsage"] = async ({ db }, rows) => {
  const sums = new Map<string, Selectable<Tables["use_count"]>>();
  for (const { of, resolution, at, kind, count } of rows) {
    const key = `${of} ${resolution} ${at} ${kind}`;
    const sum = (sums.get(key)?.count ?? 0) + count;
    sums.set(key, { application_id: idOf(of), resolution, at, kind, count: sum });
  }
  if (sums.size === 0) return;
  await db
    .insertInto("use_count")
    .values([...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row))
    .onConflict((conflict) =>
      conflict.columns(["application_id", "resolution", "at", "kind"]).doUpdateSet(({ ref }) => ({
        count: sql`${ref("use_count.count")} + ${ref("excluded.count")}`,
      })),
    )
    .execute();
};

export const usageOf: Queries["usageOf"] = async (db, of, resolution, since) => {
  const rows = await db
    .selectFrom("use_count")
    .select(["at", "kind", "count"])
    .where("application_id", "=", idOf(of))
    .where("resolution", "=", resolution)
    .where("at", ">=", since)
    .orderBy("at")
    .orderBy("kind")
    .execute();
  return rows.map(({ at, kind, count }) => ({ at, kind, count }));
};

export const requestsOf: Queries["requestsOf"] = async (db, applications, resolution, since) => {
  if (applications.length === 0) return new Map();
  const rows = await db
    .selectFrom("use_count")
    .select(["application_id", ({ fn }) => fn.sum<number>("count").as("requests")])
    .where("application_id", "in", applications.map(Number))
    .where("resolution", "=", resolution)
    .where("at", ">=", since)
    .where("kind", "!=", "issued")
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
      delete from use_count where (application_id, resolution, at, kind) in (
        select application_id, resolution, at, kind from use_count
          where resolution = ${seconds} and at <= ${now - keptMs} limit ${most - removed})`.execute(
      db,
    );
    removed += Number(swept.numAffectedRows ?? 0);
  }
  return removed;
}

function idOf(of: UsageOf): number {
  return of === "service" ? 0 : Number(of);
}
