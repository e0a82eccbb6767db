/** The second factors that users have set up. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import { passkeysOf } from "./passkey-holders.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

export const factorsOf: Queries["factorsOf"] = async (db, userId) => {
  const id = Number(userId);
  const totp = await db
    .selectFrom("totp")
    .select("created_at")
    .where("user_id", "=", id)
    .executeTakeFirst();
  const { codes } = await db
    .selectFrom("recovery_code")
    .select((columns) => columns.fn.countAll().as("codes"))
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    totp: totp && { since: totp.created_at },
    passkeys: await passkeysOf(db, userId),
    recoveryCodes: Number(codes),
  };
};

export const sealedTotpSecret: Queries["sealedTotpSecret"] = async (db, userId) => {
  const row = await db
    .selectFrom("totp")
    .select("secret")
    .where("user_id", "=", Number(userId))
    .executeTakeFirst();
  return row?.secret;
};

/** For queries that include the table `user`. A new kind of factor needs one more `exists`. */
export function hasSecondFactor(): RawBuilder<number | boolean> {
  const user = sql.ref("user.id");
  return sql`(exists (select 1 from totp where totp.user_id = ${user})
    or exists (select 1 from passkey where passkey.user_id = ${user}))`;
}

export async function userHasSecondFactor(db: Kysely<Tables>, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom("user")
    .select(hasSecondFactor().as("has"))
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return Boolean(row?.has);
}
