/** The ledger's reads. The hot ones are prepared at once; the others are built when they are asked. */
import type { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import { countGrants, grants } from "./access-tokens.ts";
import {
  applicationByConsumerKey,
  applicationById,
  applications,
  applicationsOf,
  searchApplications,
} from "./application-lists.ts";
import { applicationKeys, ownsApplications } from "./applications.ts";
import { eventsBy, eventsOf } from "./audit-events.ts";
import { grantCounts } from "./grant-counts.ts";
import { connectedApplications } from "./granted-access.ts";
import { linkFor, links } from "./one-time-links.ts";
import { requestToken } from "./request-tokens.ts";
import type { Tables } from "./schema.ts";
import { session, sessionsOf } from "./sessions.ts";
import { setting } from "./settings.ts";
import { storeFailure } from "./sqlite-database.ts";
import { hotReads } from "./sqlite-hot-reads.ts";
import type { Snapshot } from "./sqlite-snapshot.ts";
import { requestsOf, useOf } from "./use.ts";
import { passwordOf, searchUsers, userById, userByScreenName, users } from "./users.ts";
import type { WriteName } from "./write-names.ts";

export type LedgerReads = Omit<Ledger, WriteName> & Pick<ReturnType<typeof hotReads>, "sweepable">;

export function sqliteReads(
  database: DatabaseSync,
  keys: KeyRing,
  snapshot: Snapshot,
): LedgerReads {
  let loaded: Promise<Kysely<Tables>> | undefined;
  const db = () => (loaded ??= import("./kysely-over.ts").then((it) => it.kyselyOver(database)));
  const seldom: Omit<LedgerReads, keyof ReturnType<typeof hotReads>> = {
    userByScreenName: async (screenName) => userByScreenName(await db(), screenName),
    passwordOf: async (screenName) => passwordOf(await db(), screenName),
    userById: async (userId) => userById(await db(), userId),
    users: async (page) => users(await db(), page),
    applicationByConsumerKey: async (consumerKey) =>
      applicationByConsumerKey(await db(), consumerKey),
    applicationById: async (applicationId) => applicationById(await db(), applicationId),
    applicationsOf: async (ownerId, page) => applicationsOf(await db(), ownerId, page),
    applicationKeys: async (application, now) => applicationKeys(await db(), application, now),
    grantCounts: async (applicationId, since) => grantCounts(await db(), applicationId, since),
    countGrants: async (applicationId, most) => countGrants(await db(), applicationId, most),
    applications: async (page) => applications(await db(), page),
    ownsApplications: async (userId) => ownsApplications(await db(), userId),
    connectedApplications: async (userId, page) => connectedApplications(await db(), userId, page),
    requestToken: async (token, now) => requestToken(await db(), token, now),
    grants: async (applicationId, userId) => grants(await db(), applicationId, userId),
    session: async (digest) => session(await db(), digest),
    sessionsOf: async (userId, now, page) => sessionsOf(await db(), userId, now, page),
    linkFor: async (link, now) => linkFor(await db(), link, now),
    links: async (purpose, now, page) => links(await db(), purpose, now, page),
    searchUsers: async (search, page) => searchUsers(await db(), search, page),
    searchApplications: async (search, page) => searchApplications(await db(), search, page),
    eventsBy: async (filter, page) => eventsBy(await db(), filter, page),
    setting: async (name) => setting(await db(), name),
    useOf: async (of, resolution, since) => useOf(await db(), of, resolution, since),
    requestsOf: async (of, resolution, since) => requestsOf(await db(), of, resolution, since),
    eventsOf: async (userId, page) => eventsOf(await db(), userId, page),
    // What every start asks, it asks without the query builder.
    applicationLimits: () =>
      database
        .prepare("select id, limits from application where limits is not null")
        .all()
        .map(({ id, limits }) => ({
          applicationId: String(id) as ApplicationId,
          limits: JSON.parse(String(limits)),
        })),
    hasOperator: () =>
      database.prepare('select 1 from "user" where is_operator = 1 limit 1').get() !== undefined,
    ping: () => {
      database.prepare("select count(*) from kysely_migration").get();
    },
  };
  const guarded = Object.entries(seldom).map(([name, read]) => [
    name,
    failingAsStore(name, read as AnyRead),
  ]);
  return { ...hotReads(database, keys, snapshot), ...Object.fromEntries(guarded) };
}

type AnyRead = (...args: unknown[]) => unknown;

/** SQLite's errors leave this folder as `StoreFailure`, whether thrown or rejected. */
function failingAsStore(name: string, read: AnyRead): AnyRead {
  const fail = (error: unknown): never => {
    throw storeFailure(error, `the ledger's ${name}`);
  };
  return (...args) => {
    try {
      const answer = read(...args);
      return answer instanceof Promise ? answer.catch(fail) : answer;
    } catch (error) {
      return fail(error);
    }
  };
}
