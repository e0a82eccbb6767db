import { type Kysely, sql } from "kysely";
import {
  type Use,
  type UseOf,
  type UseResolution,
  type UseRow,
  useResolutions,
} from "../../domain/use.ts";
import type { Tables } from "./schema.ts";
import type { Transaction } from "./transaction.ts";

export async function addUse({ db }: Transaction, rows: readonly UseRow[]): Promise<void> {
  for (const { of, resolution, at, kind, count } of rows) {
    await db
      .insertInto("use_count")
      .values({ application_id: idOf(of), resolution, at, kind, count })
      .onConflict((conflict) =>
        conflict.columns(["application_id", "resolution", "at", "kind"]).doUpdateSet(({ ref }) => ({
          count: sql`${ref("use_count.count")} + ${ref("excluded.count")}`,
        })),
      )
      .execute();
  }
}

export async function useOf(
  db: Kysely<Tables>,
  of: UseOf,
  resolution: UseResolution,
  since: number,
): Promise<readonly Use[]> {
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
}

/** Returns how many rows went, at most `most`. */
export async function sweepUse(db: Kysely<Tables>, now: number, most: number): Promise<number> {
  let removed = 0;
  for (const { seconds, keptMs } of useResolutions) {
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

function idOf(of: UseOf): number {
  return of === "service" ? 0 : Number(of);
}
