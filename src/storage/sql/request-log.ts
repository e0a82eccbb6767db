import type { Kysely, Selectable } from "kysely";
import { type ApplicationId, Secret } from "../../domain/credentials.ts";
import {
  loggedRequestIdentity,
  lowestLevel,
  maxLatest,
  maxRejected,
  maxSampled,
  type NewLoggedRequest,
} from "../../domain/logged-request.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import type { Transaction, Writes } from "./write.ts";

export const logRejectedRequest: Writes["logRejectedRequest"] = async (
  { db, keys },
  { network, ...request },
) => {
  const { id, applicationId } = request;
  const application = await db
    .selectFrom("application")
    .select("id")
    .where("id", "=", Number(applicationId))
    .executeTakeFirst();
  if (application === undefined) return false;
  await deleteExpired(db, request);
  const rows = await db
    .selectFrom("logged_request")
    .select(["id", "network"])
    .where("application_id", "=", application.id)
    .where("code", "!=", 0)
    .orderBy("at")
    .orderBy("id")
    .execute();
  await deleteRequests(db, beyondShare([...rows, { id, network }]));
  await db
    .insertInto("logged_request")
    .values({ ...rowOf(request, keys), network, level: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
};

/** Sorted by ID, so that two of them do not deadlock. */
export const logVerifiedRequests: Writes["logVerifiedRequests"] = async (
  { db, keys },
  requests,
) => {
  if (requests.length === 0) return [];
  const named = new Set(requests.map(({ applicationId }) => Number(applicationId)));
  const applications = await db
    .selectFrom("application")
    .select("id")
    .where("id", "in", [...named])
    .orderBy("id")
    .execute();
  const users = await db
    .selectFrom("user")
    .select("id")
    .where("id", "in", [...new Set(requests.map(({ userId }) => Number(userId ?? 0)))])
    .execute();
  const isThere = new Set(users.map(({ id }) => id));
  const levels: [ApplicationId, number][] = [];
  for (const { id } of applications) {
    const own = requests.filter((one) => Number(one.applicationId) === id);
    const rows = own
      .map(({ level, ...one }) => ({ ...rowOf(one, keys), network: "", level }))
      .filter(({ user_id }) => user_id === null || isThere.has(user_id))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    if (rows.length > 0) {
      await db
        .insertInto("logged_request")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const [newest] = own.toSorted((one, other) => other.at - one.at);
    if (newest) await deleteExpired(db, newest);
    levels.push([String(id) as ApplicationId, await keepSample(db, id)]);
  }
  return levels;
};

async function keepSample(db: Kysely<Tables>, application: number): Promise<number> {
  const rows = await db
    .selectFrom("logged_request")
    .select(["id", "level"])
    .where("application_id", "=", application)
    .where("code", "=", 0)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  const others = rows.slice(maxLatest);
  const lowest = lowestLevel(
    others.map(({ level }) => level),
    maxSampled,
  );
  const beyond = others.filter(({ level }) => level < lowest);
  await deleteRequests(
    db,
    beyond.map(({ id }) => id),
  );
  if (lowest > 0) return lowest;
  // A sample that is less than half full takes one in half as many.
  const [least = 0] = others.map(({ level }) => level).sort((one, other) => one - other);
  return others.length > maxSampled / 2 ? least : Math.max(0, least - 1);
}

/** A clock that was ahead left requests in the future. They would stay for too long. */
async function deleteExpired(
  db: Kysely<Tables>,
  { applicationId, at, expiresAt }: NewLoggedRequest,
): Promise<void> {
  await db
    .deleteFrom("logged_request")
    .where("application_id", "=", Number(applicationId))
    .where((either) => either.or([either("expires_at", "<=", at), either("at", ">", expiresAt)]))
    .execute();
}

async function deleteRequests(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom("logged_request").where("id", "in", ids).execute();
}

function rowOf(
  {
    id,
    applicationId,
    userId,
    at,
    operation,
    code,
    authenticated,
    details,
    expiresAt,
  }: NewLoggedRequest,
  keys: Transaction["keys"],
) {
  return {
    ...{ id, at, operation, code },
    application_id: Number(applicationId),
    user_id: userId === undefined ? null : Number(userId),
    authenticated: authenticated ? 1 : 0,
    details: keys.seal(new Secret(details), loggedRequestIdentity(id)),
    expires_at: expiresAt,
  };
}

/**
 * The oldest requests of the networks with the most, until there is room for a new one. Ties go to the network
 * with the older request.
 */
function beyondShare(all: readonly { readonly id: string; readonly network: string }[]): string[] {
  const byNetwork = Map.groupBy(all, ({ network }) => network);
  const gone: string[] = [];
  for (let left = all.length; left > maxRejected; left -= 1) {
    const [longest] = [...byNetwork.values()].sort((one, other) => other.length - one.length);
    const oldest = longest?.shift();
    if (oldest !== undefined) gone.push(oldest.id);
  }
  return gone;
}

const columns = [
  ...(["logged_request.id", "at", "operation", "code", "authenticated", "details"] as const),
  ...(["logged_request.application_id", "screen_name"] as const),
] as const;

export const loggedRequests: Queries["loggedRequests"] = async (db, applicationId, now) => {
  const rows = await db
    .selectFrom("logged_request")
    .leftJoin("user", "user.id", "logged_request.user_id")
    .select(columns)
    .where("logged_request.application_id", "=", Number(applicationId))
    .where("expires_at", ">", now)
    .orderBy("at", "desc")
    .orderBy("logged_request.id", "desc")
    .limit(maxRejected + maxLatest + maxSampled)
    .execute();
  return rows.map(requestIn);
};

export const loggedRequest: Queries["loggedRequest"] = async (db, id, now) => {
  const row = await db
    .selectFrom("logged_request")
    .leftJoin("user", "user.id", "logged_request.user_id")
    .select(columns)
    .where("logged_request.id", "=", id)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && requestIn(row);
};

function requestIn({
  authenticated,
  application_id,
  screen_name,
  details,
  ...row
}: Pick<
  Selectable<Tables["logged_request"]>,
  "id" | "at" | "operation" | "code" | "authenticated" | "details" | "application_id"
> & { readonly screen_name: string | null }) {
  return {
    ...row,
    authenticated: authenticated === 1,
    applicationId: String(application_id) as ApplicationId,
    screenName: screen_name ?? undefined,
    sealed: details,
  };
}
