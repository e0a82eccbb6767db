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
  await deleteExpired(db, [application.id], request);
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

/**
 * A few statements, however many applications there are. Sorted by ID, so that two of them do not deadlock. On
 * PostgreSQL, two at once may not see each other's requests. Who sees fewer deletes fewer, and the next one the rest.
 */
export const logVerifiedRequests: Writes["logVerifiedRequests"] = async (
  { db, keys },
  requests,
) => {
  const [newest] = requests.toSorted((one, other) => other.at - one.at);
  if (newest === undefined) return [];
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
  const ids = applications.map(({ id }) => id);
  const areThere = new Set(ids);
  const usersThere = new Set(users.map(({ id }) => id));
  const rows = requests
    .filter((one) => areThere.has(Number(one.applicationId)))
    .map(({ level, ...one }) => ({ ...rowOf(one, keys), network: "", level }))
    .filter(({ user_id }) => user_id === null || usersThere.has(user_id))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  if (rows.length > 0) {
    await db
      .insertInto("logged_request")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (ids.length === 0) return [];
  await deleteExpired(db, ids, newest);
  return await keepSamples(db, ids);
};

async function keepSamples(
  db: Kysely<Tables>,
  applications: readonly number[],
): Promise<[ApplicationId, number][]> {
  // This is the order of the index, backward.
  const rows = await db
    .selectFrom("logged_request")
    .select(["application_id", "id", "level"])
    .where("application_id", "in", applications)
    .where("code", "=", 0)
    .orderBy("application_id", "desc")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  const byApplication = Map.groupBy(rows, ({ application_id }) => application_id);
  const samples = applications.map((application) => ({
    application,
    ...sampleOf(byApplication.get(application) ?? []),
  }));
  await deleteRequests(db, samples.flatMap(({ beyond }) => beyond).sort());
  return samples.map(({ application, level }) => [String(application) as ApplicationId, level]);
}

/** `rows` are an application's, the newest first. */
function sampleOf(rows: readonly { readonly id: string; readonly level: number }[]): {
  readonly level: number;
  readonly beyond: readonly string[];
} {
  const others = rows.slice(maxLatest);
  const levels = others.map((one) => one.level);
  const lowest = lowestLevel(levels, maxSampled);
  const beyond = others.filter((one) => one.level < lowest).map(({ id }) => id);
  if (lowest > 0) return { level: lowest, beyond };
  // A sample that is less than half full takes one in half as many.
  const [least = 0] = levels.sort((one, other) => one - other);
  return { level: others.length > maxSampled / 2 ? least : Math.max(0, least - 1), beyond };
}

/** A clock that was ahead left requests in the future. They would stay for too long. */
async function deleteExpired(
  db: Kysely<Tables>,
  applications: readonly number[],
  { at, expiresAt }: NewLoggedRequest,
): Promise<void> {
  await db
    .deleteFrom("logged_request")
    .where("application_id", "in", applications)
    .where((either) => either.or([either("expires_at", "<=", at), either("at", ">", expiresAt)]))
    .execute();
}

/** SQLite takes 32,766 parameters in a statement. */
const maxDeletedAtOnce = 10_000;

async function deleteRequests(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxDeletedAtOnce) {
    const some = ids.slice(from, from + maxDeletedAtOnce);
    await db.deleteFrom("logged_request").where("id", "in", some).execute();
  }
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

const listed = [
  ...(["logged_request.id", "at", "operation", "code", "authenticated"] as const),
  ...(["logged_request.application_id", "screen_name"] as const),
] as const;

export const listedRequests: Queries["listedRequests"] = async (db, applicationId, now) => {
  const rows = await ofApplication(db, applicationId, now).select(listed).execute();
  return rows.map(listedIn);
};

export const loggedRequests: Queries["loggedRequests"] = async (db, applicationId, now) => {
  const rows = await ofApplication(db, applicationId, now)
    .select([...listed, "details"])
    .execute();
  return rows.map(requestIn);
};

export const loggedRequest: Queries["loggedRequest"] = async (db, id, now) => {
  const row = await current(db, now)
    .select([...listed, "details"])
    .where("logged_request.id", "=", id)
    .executeTakeFirst();
  return row && requestIn(row);
};

function ofApplication(db: Kysely<Tables>, applicationId: ApplicationId, now: number) {
  return current(db, now)
    .where("logged_request.application_id", "=", Number(applicationId))
    .orderBy("at", "desc")
    .orderBy("logged_request.id", "desc")
    .limit(maxRejected + maxLatest + maxSampled);
}

function current(db: Kysely<Tables>, now: number) {
  return db
    .selectFrom("logged_request")
    .leftJoin("user", "user.id", "logged_request.user_id")
    .where("expires_at", ">", now);
}

type ListedRow = Pick<
  Selectable<Tables["logged_request"]>,
  "id" | "at" | "operation" | "code" | "authenticated" | "application_id"
> & { readonly screen_name: string | null };

function requestIn({ details, ...row }: ListedRow & { readonly details: Uint8Array }) {
  return { ...listedIn(row), sealed: details };
}

function listedIn({ authenticated, application_id, screen_name, ...row }: ListedRow) {
  return {
    ...row,
    authenticated: authenticated === 1,
    applicationId: String(application_id) as ApplicationId,
    screenName: screen_name ?? undefined,
  };
}
