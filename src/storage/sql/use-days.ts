/**
 * A row for each day, operation, and kind has a count for each hour. So 13 months take few rows, and an hour that is
 * over needs no step: only after `hoursKeptDays` a day's hours are dropped, and their sum stays.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ApplicationId } from "../../domain/credentials.ts";
import { beginningOf, dayMs, dayOf, hourMs } from "../../domain/day.ts";
import {
  combined,
  daysKept,
  hoursKeptDays,
  type UsageCount,
  type UsageOf,
  type UsageRow,
} from "../../domain/usage.ts";
import type { Queries } from "./query.ts";
import type { HourColumn, Tables } from "./schema.ts";

const hourColumns = Array.from(
  { length: 24 },
  (_, hour) => `h${String(hour).padStart(2, "0")}` as HourColumn,
);

function hourOf(at: number): HourColumn {
  return hourColumns[Math.floor((at % dayMs) / hourMs)] ?? "h00";
}

/** The statement names only the hours of these counts, usually one or two. */
export async function addToDays(db: Kysely<Tables>, rows: readonly UsageRow[]): Promise<void> {
  const byHour = sumsOf(rows, ({ of, at, operation, kind }) => ({
    application_id: applicationIn(of),
    day: dayOf(at),
    operation,
    kind,
    hour: hourOf(at),
  }));
  const hours = [...new Set(byHour.map(({ row }) => row.hour))].sort();
  const none = Object.fromEntries(hours.map((hour) => [hour, null]));
  const ofDays = Map.groupBy(byHour, ({ row }) => {
    const { hour: _, ...day } = row;
    return JSON.stringify(day);
  });
  const values = [...ofDays.values()].map((ofDay) => {
    const [
      {
        row: { hour: _, ...day },
      },
    ] = ofDay as [(typeof ofDay)[number]];
    const counts = Object.fromEntries(ofDay.map(({ row, count }) => [row.hour, count]));
    const count = ofDay.reduce((sum, one) => combined(day.kind, sum, one.count), 0);
    return { ...day, ...none, ...counts, count, hourly: 1 };
  });
  await db
    .insertInto("use_day")
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(["application_id", "day", "operation", "kind"]).doUpdateSet({
        hourly: 1,
        ...Object.fromEntries(
          [...hours, "count" as const].map((column) => [column, merged("use_day", column)]),
        ),
      }),
    )
    .execute();
}

/** Users have no hours. They are counted in the transaction that finds out that a user is new on that day. */
export async function addUsers(
  db: Kysely<Tables>,
  users: readonly { readonly application_id: number }[],
  day: number,
): Promise<void> {
  if (users.length === 0) return;
  const counts = Map.groupBy(users, ({ application_id }) => application_id);
  await db
    .insertInto("use_day")
    .values(
      [...counts]
        .sort(([one], [other]) => one - other)
        .map(([application_id, { length }]) => ({
          application_id,
          day,
          operation: "",
          kind: "users" as const,
          count: length,
          hourly: 0,
        })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["application_id", "day", "operation", "kind"])
        .doUpdateSet({ count: merged("use_day", "count") }),
    )
    .execute();
}

export async function usageByDay(
  db: Kysely<Tables>,
  of: UsageOf,
  resolution: 3600 | 86_400,
  since: number,
  until: number,
): Promise<readonly UsageCount[]> {
  const rows = await db
    .selectFrom("use_day")
    .select(["day", "operation", "kind", "count", ...(resolution === 3600 ? hourColumns : [])])
    .where("application_id", "=", applicationIn(of))
    .where("day", ">=", dayOf(since))
    .where("day", "<=", dayOf(until - 1))
    .orderBy("day")
    .orderBy("operation")
    .orderBy("kind")
    .execute();
  const uses =
    resolution === 3600
      ? rows.flatMap(hoursIn)
      : rows.map(({ day, ...one }) => ({ at: beginningOf(day), ...one }));
  const wanted = uses.filter(({ at }) => at >= since && at < until);
  return resolution === 86_400 ? wanted : wanted.sort((one, other) => one.at - other.at);
}

export const hoursOf: Queries["hoursOf"] = async (db, applications, since) => {
  if (applications.length === 0) return new Map();
  const rows = await db
    .selectFrom("use_day")
    .select(["application_id", "day", "operation", "kind", ...hourColumns])
    .where("application_id", "in", applications.map(Number))
    .where("day", ">=", dayOf(since))
    .execute();
  const uses = new Map<ApplicationId, UsageCount[]>();
  for (const row of rows) {
    const id = String(row.application_id) as ApplicationId;
    const wanted = hoursIn(row).filter(({ at }) => at >= since);
    if (wanted.length > 0) uses.set(id, [...(uses.get(id) ?? []), ...wanted]);
  }
  return uses;
};

/** An hour without a count is null. */
function hoursIn(
  row: Pick<UsageCount, "operation" | "kind"> & { readonly day: number } & {
    readonly [Hour in HourColumn]?: number | null;
  },
): readonly UsageCount[] {
  const { day, operation, kind } = row;
  return hourColumns.flatMap((hour, number) => {
    const count = row[hour] ?? null;
    return count === null
      ? []
      : [{ at: beginningOf(day) + number * hourMs, operation, kind, count }];
  });
}

/** A condition that is true if a day's hours or its sums have ended. `at` is the time. */
export function anyDayEnded(at: string): string {
  return `exists (select 1 from use_day where hourly = 1 and day <= (${at} - ${hoursKeptDays * dayMs}) / ${dayMs})
    or exists (select 1 from use_day where day <= (${at} - ${daysKept * dayMs}) / ${dayMs})`;
}

/** Changes or deletes at most `most` rows. Returns how many. */
export async function sweepDays(db: Kysely<Tables>, now: number, most: number): Promise<number> {
  const dropped = sql.join(hourColumns.map((hour) => sql`${sql.ref(hour)} = null`));
  const rolledUp = await sql`
    update use_day set hourly = 0, ${dropped} where (application_id, day, operation, kind) in (
      select application_id, day, operation, kind from use_day
        where hourly = 1 and day <= ${dayOf(now) - hoursKeptDays} limit ${most})`.execute(db);
  const changed = Number(rolledUp.numAffectedRows ?? 0);
  const ended = await sql`
    delete from use_day where (application_id, day, operation, kind) in (
      select application_id, day, operation, kind from use_day
        where day <= ${dayOf(now) - daysKept} limit ${most - changed})`.execute(db);
  return changed + Number(ended.numAffectedRows ?? 0);
}

/** What a row has after the conflict. Peaks are not added up. */
export function merged(
  table: "use_count" | "use_day",
  column: HourColumn | "count",
): RawBuilder<number> {
  const present = sql.ref(`${table}.${column}`);
  const added = sql.ref(`excluded.${column}`);
  return sql<number>`case when ${present} is null then ${added} when ${added} is null then ${present}
    when ${sql.ref(`${table}.kind`)} <> 'peak' then ${present} + ${added}
    when ${present} < ${added} then ${added} else ${present} end`;
}

/** Rows with the same key become one, because a statement can't change a row twice. Sorted by key. */
export function sumsOf<Row extends Pick<UsageRow, "kind">>(
  rows: readonly UsageRow[],
  rowOf: (row: UsageRow) => Row,
): readonly { readonly row: Row; readonly count: number }[] {
  const sums = new Map<string, { row: Row; count: number }>();
  for (const one of rows) {
    const row = rowOf(one);
    const key = Object.values(row).join(" ");
    const count = combined(row.kind, sums.get(key)?.count ?? 0, one.count);
    sums.set(key, { row, count });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

export function applicationIn(of: UsageOf): number {
  return of === "service" ? 0 : Number(of);
}
