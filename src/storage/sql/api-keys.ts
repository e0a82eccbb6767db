import type { Selectable } from "kysely";
import { type ApiKey, apiKeyUseStepMs } from "../../domain/api-key.ts";
import type { ApiKeyId } from "../../domain/credentials.ts";
import { userActing } from "./audit-events.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const createApiKey: Writes["createApiKey"] = async (transaction, key, by) => {
  const { id, name, digest, prefix, role, createdAt, expiresAt = null } = key;
  const created = await transaction.db
    .insertInto("api_key")
    .values({
      ...{ id: Number(id), name, digest, prefix, role },
      created_by: by.actor,
      ...{ created_at: createdAt, expires_at: expiresAt, last_used_at: null },
    })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created === undefined) return "name-taken";
  await record(transaction, { ...by, name: "api-key.created", details: { key: name, role } });
  return "created";
};

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

export const touchApiKey: Writes["touchApiKey"] = async ({ db }, { id, now }) => {
  await db
    .updateTable("api_key")
    .set({ last_used_at: now })
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
    ...toApiKey(row),
    createdBy: row.created_by,
    creatorScreenName: row.screen_name ?? undefined,
  }));
};

export const apiKeyWithDigest: Queries["apiKeyWithDigest"] = async (db, digest) => {
  const row = await db
    .selectFrom("api_key")
    .selectAll()
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row && toApiKey(row);
};

function toApiKey(row: Selectable<Tables["api_key"]>): ApiKey {
  return {
    id: String(row.id) as ApiKeyId,
    name: row.name,
    prefix: row.prefix,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
