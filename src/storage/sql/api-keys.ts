import { type Kysely, sql } from "kysely";
import {
  type ApiKey,
  apiKeyFields,
  apiKeyUseStepMs,
  apiKeyWarningDays,
  neverRotated,
  neverUsed,
} from "../../domain/api-key.ts";
import { byService } from "../../domain/audit-context.ts";
import type { TokenDigest } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { userActing } from "./audit-events.ts";
import { columnsOf, nounIn } from "./field-columns.ts";
import { wantingAdministrators } from "./notice-recipients.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { record } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const createApiKey: Writes["createApiKey"] = async (transaction, key, by) => {
  const { name, role, digest } = key;
  const none = { ...neverRotated, ...neverUsed };
  const all: ApiKey = { ...key, ...none, createdBy: by.actor };
  const created = await transaction.db
    .insertInto("api_key")
    .values({ ...columnsOf<ApiKey>(apiKeyFields, all), digest })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created === undefined) return "name-taken";
  await record(transaction, { ...by, name: "api-key.created", details: { key: name, role } });
  return "created";
};

export const rotateApiKey: Writes["rotateApiKey"] = async (transaction, rotation, by) => {
  const { id, replaces, prefix, digest, expiresAt, overlap, previousUntil, now } = rotation;
  const overlaps = previousUntil > now;
  const rotated = await transaction.db
    .updateTable("api_key")
    .set((column) => ({
      previous_digest: overlaps ? column.ref("digest") : null,
      previous_until: overlaps ? previousUntil : null,
      ...{ digest, prefix, expires_at: expiresAt ?? null, rotated_at: now },
      ...{ expiry_reported: null, expiry_notice: 0 },
    }))
    .where("id", "=", Number(id))
    .where("prefix", "=", replaces)
    .where((either) =>
      either.or([either("previous_until", "is", null), either("previous_until", "<=", now)]),
    )
    .returning("name")
    .executeTakeFirst();
  if (rotated === undefined) {
    const present = await transaction.db
      .selectFrom("api_key")
      .select("prefix")
      .where("id", "=", Number(id))
      .executeTakeFirst();
    if (present === undefined) return "gone";
    return present.prefix === replaces ? "overlapping" : "changed";
  }
  const details = { key: rotated.name, overlap };
  await record(transaction, { ...by, name: "api-key.rotated", details });
  return "rotated";
};

/** Of several nodes, one records it. Once three days are left, fourteen are no news. */
export async function noteExpiringApiKeys(transaction: Transaction, now: number): Promise<void> {
  for (const days of apiKeyWarningDays) {
    const expiring = await transaction.db
      .updateTable("api_key")
      .set({ expiry_reported: days, expiry_notice: 1 })
      .where("expires_at", ">", now)
      .where("expires_at", "<=", now + days * dayMs)
      .where((either) =>
        either.or([either("expiry_reported", "is", null), either("expiry_reported", ">", days)]),
      )
      .returning("name")
      .execute();
    for (const { name: key } of expiring) {
      await record(transaction, {
        ...byService(now),
        name: "api-key.expiring",
        details: { key, days },
      });
    }
  }
}

export async function keyNoticesWait(db: Kysely<Tables>, now: number): Promise<boolean> {
  return (await keyNotices(db, now).executeTakeFirst()) !== undefined;
}

export const takeKeyNotice: Writes["takeKeyNotice"] = async ({ db }, now) => {
  const due = await keyNotices(db, now).executeTakeFirst();
  if (due === undefined) return undefined;
  const taken = await db
    .updateTable("api_key")
    .set({ expiry_notice: 0 })
    .where("id", "=", due.id)
    .where("expires_at", "=", due.expires_at)
    .where(isUntold)
    .returning(["name", "expires_at"])
    .executeTakeFirst();
  if (taken?.expires_at == null) return undefined;
  const { name: key, expires_at: expiresAt } = taken;
  return { key, expiresAt, recipients: await wantingAdministrators(db, "api-keys") };
};

/** The one that expires first. */
function keyNotices(db: Kysely<Tables>, now: number) {
  return db
    .selectFrom("api_key")
    .select(["id", "expires_at"])
    .where("expires_at", ">", now)
    .where(isUntold)
    .orderBy("expires_at")
    .limit(1);
}

/** A literal, as in the condition of the index. */
const isUntold = sql<boolean>`expiry_notice = 1`;

/** Whether the next sweep records that a key expires. */
export function anyExpiring(at: string): string {
  const [last, first] = apiKeyWarningDays.map((days) => `expires_at <= ${at} + ${days * dayMs}`);
  return `exists (select 1 from api_key where expires_at > ${at} and ${first}
    and (expiry_reported is null or (expiry_reported > ${apiKeyWarningDays[0]} and ${last})))`;
}

export const revokeApiKey: Writes["revokeApiKey"] = async (transaction, id, by) => {
  const revoked = await transaction.db
    .deleteFrom("api_key")
    .where("id", "=", Number(id))
    .returning("name")
    .executeTakeFirst();
  if (revoked === undefined) return undefined;
  await record(transaction, { ...by, name: "api-key.revoked", details: { key: revoked.name } });
  return revoked.name;
};

export const touchApiKey: Writes["touchApiKey"] = async ({ db }, { id, now, network }) => {
  await db
    .updateTable("api_key")
    .set({ last_used_at: now, last_used_from: network ?? null })
    .where("id", "=", Number(id))
    .where((either) =>
      either.or([
        either("last_used_at", "is", null),
        either("last_used_at", "<=", now - apiKeyUseStepMs),
      ]),
    )
    .execute();
};

export const apiKeys: Queries["apiKeys"] = async (db, { after, size }) => {
  const rows = await db
    .selectFrom("api_key")
    .leftJoin("user", (join) => join.on("user.id", "=", userActing("created_by")))
    .selectAll("api_key")
    .select("user.screen_name")
    .where("api_key.id", ">", Number(after ?? 0))
    .orderBy("api_key.id")
    .limit(size)
    .execute();
  return rows.map((row) => ({
    ...nounIn<ApiKey>(apiKeyFields, row),
    creatorScreenName: row.screen_name ?? undefined,
  }));
};

/** 1 if the digest is that of the key before the last rotation. */
export function isPreviousKey(digest: TokenDigest) {
  return sql<number>`case when digest = ${digest} then 0 else 1 end`.as("is_previous");
}

export const apiKeyWithDigest: Queries["apiKeyWithDigest"] = async (db, digest) => {
  const row = await db
    .selectFrom("api_key")
    .selectAll()
    .select(isPreviousKey(digest))
    .where((either) =>
      either.or([either("digest", "=", digest), either("previous_digest", "=", digest)]),
    )
    .executeTakeFirst();
  return row && { ...nounIn<ApiKey>(apiKeyFields, row), isPrevious: row.is_previous === 1 };
};
