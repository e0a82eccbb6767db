import type { Kysely } from "kysely";
import {
  type AdminRequestClaim,
  adminRequestIdentity,
  type ResponseSubjects,
} from "../../domain/admin-request.ts";
import {
  type ApplicationId,
  Secret,
  type TokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { RequestClaimed } from "../../domain/errors.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import type { Writes } from "./write.ts";

/** Throws `RequestClaimed` if another attempt has made the claim. The same one may record several events. */
export async function claimRequest(
  db: Kysely<Tables>,
  { digest, request, apiKeyId, attempt }: AdminRequestClaim,
  at: number,
): Promise<void> {
  const claimed = await db
    .insertInto("admin_request")
    .values({
      ...{ digest, request, api_key_id: Number(apiKeyId), attempt, begun_at: at },
      ...{ reply: null, reply_bytes: 0, erased: 0, user_id: null, application_id: null },
    })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .returning("attempt")
    .executeTakeFirst();
  if (claimed !== undefined) return;
  const earlier = await db
    .selectFrom("admin_request")
    .select("attempt")
    .where("digest", "=", digest)
    .executeTakeFirst();
  if (earlier?.attempt !== attempt) throw new RequestClaimed();
}

export const endAdminRequest: Writes["endAdminRequest"] = async (
  { db, keys },
  { digest, attempt, reply, about },
) => {
  const sealed = (await exist(db, about))
    ? keys.seal(new Secret(reply), adminRequestIdentity(digest))
    : null;
  await db
    .updateTable("admin_request")
    .set({
      ...{ reply: sealed, reply_bytes: sealed?.length ?? 0, erased: Number(sealed === null) },
      user_id: about.userId === undefined ? null : Number(about.userId),
      application_id: about.applicationId === undefined ? null : Number(about.applicationId),
    })
    .where("digest", "=", digest)
    .where("attempt", "=", attempt)
    .execute();
};

async function exist(
  db: Kysely<Tables>,
  { userId, applicationId }: ResponseSubjects,
): Promise<boolean> {
  const ids = [
    ["user", userId],
    ["application", applicationId],
  ] as const;
  for (const [table, id] of ids) {
    if (id === undefined) continue;
    const row = await db
      .selectFrom(table)
      .select("id")
      .where("id", "=", Number(id))
      .executeTakeFirst();
    if (row === undefined) return false;
  }
  return true;
}

/** The user or the application is deleted. The claim stays, so that a repeated call does not run again. */
export async function eraseResponses(
  db: Kysely<Tables>,
  about: { readonly user_id: number } | { readonly application_id: number },
): Promise<void> {
  const [column, id] =
    "user_id" in about
      ? (["user_id", about.user_id] as const)
      : (["application_id", about.application_id] as const);
  await db
    .updateTable("admin_request")
    .set({ reply: null, reply_bytes: 0, erased: 1, user_id: null, application_id: null })
    .where(column, "=", id)
    .execute();
}

export const adminRequest: Queries["adminRequest"] = async (db, digest) => {
  const row = await db
    .selectFrom("admin_request")
    .selectAll()
    .where("digest", "=", digest)
    .executeTakeFirst();
  return (
    row && {
      request: row.request as TokenDigest,
      attempt: row.attempt,
      begunAt: row.begun_at,
      reply: row.reply ?? undefined,
      isErased: row.erased === 1,
      userId: row.user_id === null ? undefined : (String(row.user_id) as UserId),
      applicationId:
        row.application_id === null ? undefined : (String(row.application_id) as ApplicationId),
    }
  );
};

export const storedAdminRequests: Queries["storedAdminRequests"] = async (db, apiKeyId) => {
  const { rows, bytes, oldest } = await db
    .selectFrom("admin_request")
    .select(({ fn }) => [
      fn.countAll<number>().as("rows"),
      fn.sum<number | null>("reply_bytes").as("bytes"),
      fn.min<number | null>("begun_at").as("oldest"),
    ])
    .where("api_key_id", "=", Number(apiKeyId))
    .executeTakeFirstOrThrow();
  return { rows: Number(rows), bytes: Number(bytes ?? 0), oldestAt: oldest ?? undefined };
};
