import { adminRequestIdentity } from "../../domain/admin-request.ts";
import { Secret, type TokenDigest } from "../../domain/credentials.ts";
import type { Writes } from "./write.ts";

export const beginAdminRequest: Writes["beginAdminRequest"] = async (
  { db, keys },
  { digest, request, begunAt },
) => {
  const begun = await db
    .insertInto("admin_request")
    .values({ digest, request, begun_at: begunAt, reply: null })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .returning("digest")
    .executeTakeFirst();
  if (begun !== undefined) return "begun";
  const earlier = await db
    .selectFrom("admin_request")
    .selectAll()
    .where("digest", "=", digest)
    .executeTakeFirstOrThrow();
  return {
    digest,
    request: earlier.request as TokenDigest,
    begunAt: earlier.begun_at,
    reply:
      earlier.reply === null
        ? undefined
        : keys.open(earlier.reply, adminRequestIdentity(digest)).reveal(),
  };
};

export const endAdminRequest: Writes["endAdminRequest"] = async ({ db, keys }, digest, reply) => {
  await db
    .updateTable("admin_request")
    .set({ reply: keys.seal(new Secret(reply), adminRequestIdentity(digest)) })
    .where("digest", "=", digest)
    .execute();
};

export const forgetAdminRequest: Writes["forgetAdminRequest"] = async ({ db }, digest) => {
  await db.deleteFrom("admin_request").where("digest", "=", digest).execute();
};
