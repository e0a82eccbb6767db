/** Ends access that was not used for long, after a notice: docs/adr/0075-unused-access.md. */
import { type Kysely, sql } from "kysely";
import { byService } from "../../domain/audit-context.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import {
  type GrantUse,
  isUnused,
  maxWaitingUnusedNotices,
  type UserGrant,
  unusedDaysIn,
  unusedStepOf,
} from "../../domain/unused-access.ts";
import { leaveAccountNotice } from "./account-notices.ts";
import { revokeAccess } from "./granted-access.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { setting } from "./settings.ts";
import { record } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

/**
 * It is in the order of users, and has all of a user's access: what gets a notice in one transaction is one email. Only
 * of a user with more than `size`, it has a part.
 */
export const unusedAccess: Queries["unusedAccess"] = async (db, { days, now }, { after, size }) => {
  const grants = db
    .selectFrom("access_token")
    .select(({ fn }) => [
      "application_id",
      "user_id",
      fn.max("created_at").as("issued_at"),
      fn.max("last_used_day").as("last_used_day"),
      fn.max("unused_notice_at").as("noticed_at"),
    ])
    .where(
      sql<boolean>`(user_id, application_id) > (${Number(after?.userId ?? -1)}, ${Number(after?.applicationId ?? -1)})`,
    )
    .groupBy(["user_id", "application_id"])
    .orderBy("user_id")
    .orderBy("application_id")
    .limit(size + 1);
  // If the rule is off, only notices are of interest, and an index has them.
  const found = await grants
    .$if(days === undefined, (query) => query.where("unused_notice_at", "is not", null))
    .execute();
  const following = found.at(size);
  const whole = found.filter(({ user_id }) => user_id !== following?.user_id);
  const rows = whole.length > 0 ? whole : found.slice(0, size);
  const last = rows.at(-1);
  return {
    grants: rows.filter((row) => unusedStepOf(toUse(row), days, now) !== "nothing").map(toGrant),
    next: following !== undefined && last !== undefined ? toGrant(last) : undefined,
  };
};

/** It is in the order of users, so that a caller counts each of them once. */
export const unusedAccessPart: Queries["unusedAccessPart"] = async (
  db,
  { days, now },
  { after, size },
) => {
  const [afterUser, afterApplication] = (after ?? "-1 -1").split(" ").map(Number);
  const rows = await db
    .selectFrom("access_token")
    .select(({ fn }) => [
      "user_id",
      "application_id",
      fn.max("created_at").as("issued_at"),
      fn.max("last_used_day").as("last_used_day"),
      latestFurther("created_at").as("further_issued_at"),
      latestFurther("last_used_day").as("further_last_used_day"),
    ])
    .where(
      sql<boolean>`(user_id, application_id) > (${afterUser ?? -1}, ${afterApplication ?? -1})`,
    )
    .groupBy(["user_id", "application_id"])
    .orderBy("user_id")
    .orderBy("application_id")
    .limit(size)
    .execute();
  const unused = rows.filter((row) =>
    isUnused(
      toUse({
        issued_at: Math.max(row.issued_at, row.further_issued_at ?? 0),
        last_used_day: latest([row.last_used_day, row.further_last_used_day]),
        noticed_at: null,
      }),
      days,
      now,
    ),
  );
  const last = rows.at(-1);
  return {
    items: unused.length,
    users: [...new Set(unused.map(({ user_id }) => String(user_id) as UserId))],
    next:
      rows.length === size && last !== undefined
        ? `${last.user_id} ${last.application_id}`
        : undefined,
  };
};

/** An import may have added several tokens to a grant. */
function latestFurther(column: "created_at" | "last_used_day") {
  return sql<number | null>`(
    select max(further.${sql.ref(column)}) from further_access_token further
    where further.user_id = access_token.user_id and further.application_id = access_token.application_id
  )`;
}

/** Everything is read again, with further tokens of the same grants: a use that was written before this wins. */
export const settleUnusedAccess: Writes["settleUnusedAccess"] = async (
  transaction,
  { configured, now, emails },
  grants,
) => {
  const { db } = transaction;
  const days = configured ?? unusedDaysIn(await setting(db, "unused-access"));
  let [told, ended, waits] = [0, 0, false];
  let room = emails ? maxWaitingUnusedNotices - (await countWaiting(db)) : grants.length;
  let last: UserId | undefined;
  for (const one of grants) {
    const use = await useOf(db, one);
    const step = use === undefined ? "nothing" : unusedStepOf(use, days, now);
    if (step === "void") await setNotice(db, one, null);
    if (step === "end" && (await revokeAccess(transaction, one, byService(now)))) ended += 1;
    if (step !== "notice") continue;
    const isSameUser = one.userId === last;
    if (room <= 0 && !isSameUser) {
      waits = true;
      continue;
    }
    if (!isSameUser) room -= 1;
    last = one.userId;
    told += 1;
    await giveNotice(transaction, one, now, emails);
  }
  return { told, ended, waits };
};

/** Without a verified address, what the user's page of applications says is the notice. */
async function giveNotice(
  transaction: Transaction,
  one: UserGrant,
  now: number,
  emails: boolean,
): Promise<void> {
  const { db } = transaction;
  await setNotice(db, one, now);
  await record(transaction, { ...byService(now), name: "access.expiring", ...one });
  const user = await db
    .selectFrom("user")
    .select("email_verified")
    .where("id", "=", Number(one.userId))
    .executeTakeFirst();
  if (!emails || user?.email_verified !== 1) return;
  await leaveAccountNotice(db, { userId: one.userId, news: "accessExpiring", at: now, from: {} });
}

async function setNotice(
  db: Kysely<Tables>,
  { applicationId, userId }: UserGrant,
  at: number | null,
): Promise<void> {
  await db
    .updateTable("access_token")
    .set({ unused_notice_at: at })
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .execute();
}

async function useOf(
  db: Kysely<Tables>,
  { applicationId, userId }: UserGrant,
): Promise<GrantUse | undefined> {
  const rows = [];
  for (const table of ["access_token", "further_access_token"] as const) {
    const tokens = await db
      .selectFrom(table)
      .select(["created_at", "last_used_day", "unused_notice_at"])
      .where("application_id", "=", Number(applicationId))
      .where("user_id", "=", Number(userId))
      .execute();
    rows.push(...tokens);
  }
  if (rows.length === 0) return undefined;
  return toUse({
    issued_at: Math.max(...rows.map((row) => row.created_at)),
    last_used_day: latest(rows.map((row) => row.last_used_day)),
    noticed_at: latest(rows.map((row) => row.unused_notice_at)),
  });
}

async function countWaiting(db: Kysely<Tables>): Promise<number> {
  const rows = await db
    .selectFrom("account_notice")
    .select("at")
    .where("unverified", "=", 0)
    .limit(maxWaitingUnusedNotices)
    .execute();
  return rows.length;
}

function latest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

interface UseRow {
  readonly issued_at: number;
  readonly last_used_day: number | null;
  readonly noticed_at: number | null;
}

function toUse({ issued_at, last_used_day, noticed_at }: UseRow): GrantUse {
  return {
    issuedAt: issued_at,
    lastUsedDay: last_used_day ?? undefined,
    noticedAt: noticed_at ?? undefined,
  };
}

function toGrant({ application_id, user_id }: { application_id: number; user_id: number }) {
  return {
    applicationId: String(application_id) as ApplicationId,
    userId: String(user_id) as UserId,
  };
}
