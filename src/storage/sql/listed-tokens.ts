import { type Kysely, sql } from "kysely";
import type { ListedAccessToken, TokenSearch } from "../../domain/access-token.ts";
import type { AccessToken, ApplicationId, ConsumerKey, UserId } from "../../domain/credentials.ts";
import { grantKey } from "./further-access-tokens.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

/**
 * Each grant comes with all its tokens, so a page may have more than `size`. The newest is the last of them, and the
 * next page continues with it.
 */
export const accessTokens: Queries["accessTokens"] = async (db, search) => {
  const grants = await newestOf(db, search);
  if (grants.length === 0) return [];
  const named = new Map(grants.map((one) => [grantKey(one), one]));
  const further = await db
    .selectFrom("further_access_token")
    .select(["token", "application_id", "user_id", "access", "created_at", "last_used_day"])
    .where("user_id", "in", [...new Set(grants.map((one) => one.user_id))])
    .where("application_id", "in", [...new Set(grants.map((one) => one.application_id))])
    .orderBy("token")
    .execute();
  const others = Map.groupBy(
    further.flatMap((one) => {
      const grant = named.get(grantKey(one));
      return grant === undefined ? [] : [{ ...grant, ...one }];
    }),
    grantKey,
  );
  return grants.flatMap((one) => [...(others.get(grantKey(one)) ?? []), one].map(listed));
};

/**
 * One row for each grant. The columns of the order follow those that are fixed in an index: an index of SQLite ends
 * with the key of the table, which is the token.
 */
function newestOf(db: Kysely<Tables>, { applicationId, userId, after, size }: TokenSearch) {
  const fixed = { application_id: applicationId, user_id: userId };
  const open = (["application_id", "user_id"] as const).filter((one) => fixed[one] === undefined);
  const columns = [...open, applicationId === undefined ? "token" : "access"] as const;
  let query = db
    .selectFrom("access_token as held")
    .innerJoin("application", "application.id", "held.application_id")
    .innerJoin("user", "user.id", "held.user_id")
    .select(["token", "held.application_id", "held.user_id", "held.access", "held.created_at"])
    .select(["last_used_day", "consumer_key", "application.name", "screen_name"])
    .limit(size);
  for (const column of ["application_id", "user_id"] as const) {
    const value = fixed[column];
    if (value !== undefined) query = query.where(`held.${column}`, "=", Number(value));
  }
  for (const column of columns) query = query.orderBy(`held.${column}`);
  if (after !== undefined) {
    const values = {
      application_id: Number(after.applicationId),
      user_id: Number(after.userId),
      access: after.access,
      token: after.token,
    };
    const names = sql.join(columns.map((column) => sql.ref(`held.${column}`)));
    query = query.where(
      sql<boolean>`(${names}) > (${sql.join(columns.map((column) => values[column]))})`,
    );
  }
  return query.execute();
}

function listed(row: Awaited<ReturnType<typeof newestOf>>[number]): ListedAccessToken {
  return {
    token: row.token as AccessToken,
    applicationId: String(row.application_id) as ApplicationId,
    consumerKey: row.consumer_key as ConsumerKey,
    applicationName: row.name,
    userId: String(row.user_id) as UserId,
    screenName: row.screen_name,
    access: row.access,
    since: row.created_at,
    lastUsedDay: row.last_used_day ?? undefined,
  };
}
