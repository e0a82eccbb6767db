/** Every read of the ledger that is not hot, by name: loaded, with the query builder, by the first that needs one. */
import type { Kysely } from "kysely";
import type { Ledger } from "../../domain/ports.ts";
import * as accessTokens from "./access-tokens.ts";
import * as applications from "./applications.ts";
import * as auditEvents from "./audit-events.ts";
import { grantCounts } from "./grant-counts.ts";
import * as oneTimeLinks from "./one-time-links.ts";
import { requestToken } from "./request-tokens.ts";
import type { Tables } from "./schema.ts";
import * as sessions from "./sessions.ts";
import { setting } from "./settings.ts";
import * as use from "./use.ts";
import * as users from "./users.ts";

export const reads = {
  applicationByConsumerKey: applications.applicationByConsumerKey,
  applicationById: applications.applicationById,
  applicationKeys: applications.applicationKeys,
  applications: applications.applications,
  applicationsOf: applications.applicationsOf,
  connectedApplications: accessTokens.connectedApplications,
  countGrants: accessTokens.countGrants,
  eventsBy: auditEvents.eventsBy,
  eventsOf: auditEvents.eventsOf,
  grantCounts,
  grants: accessTokens.grants,
  linkFor: oneTimeLinks.linkFor,
  links: oneTimeLinks.links,
  ownsApplications: applications.ownsApplications,
  passwordOf: users.passwordOf,
  requestToken,
  requestsOf: use.requestsOf,
  searchApplications: applications.searchApplications,
  searchUsers: users.searchUsers,
  session: sessions.session,
  sessionsOf: sessions.sessionsOf,
  setting,
  useOf: use.useOf,
  userById: users.userById,
  userByScreenName: users.userByScreenName,
  users: users.users,
} satisfies {
  readonly [Name in keyof Ledger]?: (
    db: Kysely<Tables>,
    ...args: Parameters<Ledger[Name]>
  ) => ReturnType<Ledger[Name]>;
};

export type Reads = typeof reads;
