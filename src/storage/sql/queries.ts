/** The reads that use the query builder, on any engine. */
import type { Kysely } from "kysely";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { accessTokenHolder, countGrants, grants } from "./access-tokens.ts";
import { nextAccountNotice } from "./account-notices.ts";
import { adminRequest, storedAdminRequests } from "./admin-requests.ts";
import { administrators } from "./admins.ts";
import { apiKeys, apiKeyWithDigest } from "./api-keys.ts";
import { apiLimits } from "./api-limits.ts";
import { applicationIcon } from "./application-icons.ts";
import { applicationInvitations } from "./application-invitations.ts";
import {
  applicationByConsumerKey,
  applicationById,
  applications,
  applicationsFor,
  applicationsNamed,
  applicationsOf,
  countApplications,
  searchApplications,
} from "./application-lists.ts";
import { applicationRole } from "./application-roles.ts";
import { applicationKeys } from "./application-secrets.ts";
import { ownsApplications } from "./applications.ts";
import { pendingApprovals } from "./approvals.ts";
import { changesOf, countEvents, eventsAfter, eventsBy, eventsOf } from "./audit-events.ts";
import { bulkAction, bulkActions, bulkItems, waitingBulkActions } from "./bulk-actions.ts";
import { collaborators } from "./collaborators.ts";
import { connectedApplications, grantedApplications } from "./connected-applications.ts";
import { recordCounts } from "./counts.ts";
import { requestTokenOfVerifier } from "./exchange-request-token.ts";
import { exportedRecords } from "./exported-records.ts";
import { factorsOf, sealedTotpSecret } from "./factors.ts";
import { grantCounts } from "./grant-counts.ts";
import { identitiesOf, identityHolder } from "./identity-holders.ts";
import { accessTokens } from "./listed-tokens.ts";
import { noticesWait } from "./notices.ts";
import { notificationsOff } from "./notification-settings.ts";
import { linkFor, links, withdrawnInvitation } from "./one-time-links.ts";
import { passkeyHolder } from "./passkey-holders.ts";
import { personalData } from "./personal-data.ts";
import { plans } from "./plans.ts";
import type { Found, Queries, QueryName } from "./query.ts";
import { receiverStates, waitingDeliveries } from "./receivers.ts";
import { listedRequests, loggedRequest, loggedRequests } from "./request-log.ts";
import { requestToken } from "./request-tokens.ts";
import { revocations } from "./revocations.ts";
import type { Tables } from "./schema.ts";
import { session, sessionsOf } from "./sessions.ts";
import { setting } from "./settings.ts";
import { countTokensUsedFromNewSources, sourcesOf, tokensUsedFromNewSources } from "./sources.ts";
import { deliveriesDue } from "./take-deliveries.ts";
import { programUses, traitsOf, traitTotals, traitUses } from "./traits.ts";
import { unusedAccess, unusedAccessPart } from "./unused-access.ts";
import { applicationIds, requestsOf, usageOf } from "./usage.ts";
import { hoursOf } from "./use-days.ts";
import {
  countUsers,
  passwordOf,
  searchUsers,
  userById,
  userByScreenName,
  userSummaries,
  users,
  usersWithEmail,
} from "./user-lists.ts";
import { waitingSignIn } from "./waiting-sign-ins.ts";

const queries: Queries = {
  userByScreenName,
  passwordOf,
  userById,
  users,
  administrators,
  usersWithEmail,
  applicationByConsumerKey,
  applicationById,
  applicationsOf,
  applicationsNamed,
  applicationsFor,
  applicationIcon,
  applicationKeys,
  applicationRole,
  collaborators,
  applicationInvitations,
  notificationsOff,
  noticesWait,
  nextAccountNotice,
  grantCounts,
  accessTokens,
  accessTokenHolder,
  countGrants,
  applications,
  ownsApplications,
  connectedApplications,
  grantedApplications,
  requestToken,
  requestTokenOfVerifier,
  pendingApprovals,
  grants,
  session,
  sessionsOf,
  factorsOf,
  sealedTotpSecret,
  waitingSignIn,
  identityHolder,
  identitiesOf,
  passkeyHolder,
  apiKeys,
  apiKeyWithDigest,
  bulkActions,
  bulkAction,
  bulkItems,
  unusedAccess,
  unusedAccessPart,
  waitingBulkActions,
  adminRequest,
  storedAdminRequests,
  linkFor,
  links,
  withdrawnInvitation,
  searchUsers,
  userSummaries,
  countUsers,
  searchApplications,
  countApplications,
  countEvents,
  eventsBy,
  eventsOf,
  eventsAfter,
  changesOf,
  plans,
  apiLimits,
  setting,
  usageOf,
  hoursOf,
  requestsOf,
  applicationIds,
  sourcesOf,
  traitTotals,
  traitUses,
  traitsOf,
  programUses,
  countTokensUsedFromNewSources,
  tokensUsedFromNewSources,
  recordCounts,
  revocations,
  loggedRequests,
  listedRequests,
  loggedRequest,
  deliveriesDue,
  receiverStates,
  waitingDeliveries,
  exportedRecords,
  personalData,
};

export type BoundQueries<Name extends QueryName> = {
  [One in Name]: (...args: Parameters<Ledger[One]>) => Promise<Found<One>>;
};

/** `ask` passes each query its database and translates failures. */
export function boundQueries(
  ask: <T>(name: QueryName, query: (db: Kysely<Tables>) => Promise<T>) => Promise<T>,
): BoundQueries<QueryName> {
  return bound(Object.keys(queries) as QueryName[], ask);
}

/** Generic in the names, so that the type of each read is checked against its name. */
function bound<Name extends QueryName>(
  names: readonly Name[],
  ask: <T>(name: QueryName, query: (db: Kysely<Tables>) => Promise<T>) => Promise<T>,
): BoundQueries<Name> {
  const reads: Partial<BoundQueries<Name>> = {};
  for (const name of names) {
    reads[name] = (...args): Promise<Found<Name>> => ask(name, (db) => queries[name](db, ...args));
  }
  return reads as BoundQueries<Name>;
}
