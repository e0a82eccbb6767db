import { type Kysely, sql } from "kysely";
import type { ListedAccessToken, TokenSearch } from "../../domain/access-token.ts";
import type { AccessToken, ApplicationId, ConsumerKey, UserId } from "../../domain/credentials.ts";
import { type TokenFilters, tokenFilters } from "../../domain/fields/list-filters.ts";
import { conditionsOf } from "./filter-conditions.ts";
import { grantKey } from "./further-access-tokens.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

/**
 * Each grant comes with all its tokens that fit the filters, so a page may have more than `size`. The newest is the
 * last of them.
 */
export const accessTokens: Queries["accessTokens"] = async (db, search) => {
  const grants = await newestOf(db, search);
  if (grants.length === 0) return [];
  const named = new Map(grants.map((one) => [grantKey(one), one]));
  let query = db
    .selectFrom("further_access_token as further")
    .select(["token", "application_id", "user_id", "access", "created_at", "last_used_day"])
    .where("user_id", "in", [...new Set(grants.map((one) => one.user_id))])
    .where("application_id", "in", [...new Set(grants.map((one) => one.application_id))]);
  for (const condition of conditionsOf("further", tokenFilters, search.filters)) {
    query = query.where(condition);
  }
  const others = Map.groupBy(
    (await query.execute()).toSorted(byToken).flatMap((one) => {
      const grant = named.get(grantKey(one));
      return grant === undefined ? [] : [{ ...grant, ...one }];
    }),
    grantKey,
  );
  return grants.flatMap((one) => {
    const newest = one.fits === 1 ? [one] : [];
    return [...(others.get(grantKey(one)) ?? []), ...newest].map(listed);
  });
};

/** These are few, and no index has them in this order. */
function byToken(one: { readonly token: string }, other: { readonly token: string }): number {
  return one.token < other.token ? -1 : 1;
}

/** One row for each grant with a token that fits, along an index of its columns. */
function newestOf(
  db: Kysely<Tables>,
  { applicationId, userId, filters, after, size }: TokenSearch,
) {
  const fixed = { application_id: applicationId, user_id: userId };
  const open = (["application_id", "user_id"] as const).filter((one) => fixed[one] === undefined);
  const columns = [...open, "access"] as const;
  const fits = fitting("held", filters);
  let query = db
    .selectFrom("access_token as held")
    .innerJoin("application", "application.id", "held.application_id")
    .innerJoin("user", "user.id", "held.user_id")
    .select(["token", "held.application_id", "held.user_id", "held.access", "held.created_at"])
    .select(["last_used_day", "consumer_key", "application.name", "screen_name"])
    .select(sql<number>`case when ${fits ?? sql`1 = 1`} then 1 else 0 end`.as("fits"))
    .limit(size);
  for (const column of ["application_id", "user_id"] as const) {
    const value = fixed[column];
    if (value !== undefined) query = query.where(`held.${column}`, "=", Number(value));
  }
  if (fits !== undefined) {
    query = query.where(
      sql<boolean>`(${fits} or exists (
        select 1 from further_access_token as further where further.user_id = held.user_id
          and further.application_id = held.application_id and further.access = held.access
          and ${fitting("further", filters)}))`,
    );
  }
  for (const column of columns) query = query.orderBy(`held.${column}`);
  if (after !== undefined) {
    const values = {
      application_id: Number(after.applicationId),
      user_id: Number(after.userId),
      access: after.access,
    };
    const names = sql.join(columns.map((column) => sql.ref(`held.${column}`)));
    query = query.where(
      sql<boolean>`(${names}) > (${sql.join(columns.map((column) => values[column]))})`,
    );
  }
  return query.execute();
}

/** Undefined if every token fits. */
function fitting(table: "held" | "further", filters: TokenFilters | undefined) {
  const conditions = conditionsOf(table, tokenFilters, filters);
  return conditions.length === 0
    ? undefined
    : sql<boolean>`(${sql.join([...conditions], sql` and `)})`;
}

function listed(
  row: Omit<Awaited<ReturnType<typeof newestOf>>[number], "fits">,
): ListedAccessToken {
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
