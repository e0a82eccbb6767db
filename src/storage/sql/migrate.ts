/** Migrates a ledger to this version's schema, and rejects one from a later version. */
import type { Kysely } from "kysely";
import { type Migration, type MigrationResultSet, Migrator } from "kysely/migration";
import * as ledger from "./migrations/0001-ledger.ts";
import * as callbackSchemes from "./migrations/0002-callback-schemes.ts";
import * as ringKeys from "./migrations/0003-ring-keys.ts";
import * as reservedScreenNames from "./migrations/0004-reserved-screen-names.ts";
import * as waitingApplications from "./migrations/0005-waiting-applications.ts";
import * as grantCountSlots from "./migrations/0006-grant-count-slots.ts";
import * as deletedApplications from "./migrations/0007-deleted-applications.ts";
import * as collaborators from "./migrations/0008-collaborators.ts";
import * as applicationIdentity from "./migrations/0009-application-identity.ts";
import * as secondFactors from "./migrations/0010-second-factors.ts";
import * as notifications from "./migrations/0011-notifications.ts";
import * as ended from "./migrations/0012-ended.ts";
import * as newestUsers from "./migrations/0013-newest-people.ts";
import * as identities from "./migrations/0014-identities.ts";
import * as providerSessions from "./migrations/0015-provider-sessions.ts";
import * as passkeys from "./migrations/0016-passkeys.ts";
import * as endedSubjects from "./migrations/0017-ended-subjects.ts";
import * as deliveries from "./migrations/0018-deliveries.ts";
import * as rejectedRequests from "./migrations/0019-rejected-requests.ts";
import * as requestTokensInOrder from "./migrations/0020-request-tokens-in-order.ts";
import * as providerLogouts from "./migrations/0021-provider-logouts.ts";
import * as linksOfAdmins from "./migrations/0022-links-of-operators.ts";
import * as waitingInvitations from "./migrations/0023-waiting-invitations.ts";
import * as accountNotices from "./migrations/0024-account-notices.ts";
import * as invitingCollaborators from "./migrations/0025-inviting-collaborators.ts";
import * as languagesOfNotices from "./migrations/0026-languages-of-notices.ts";
import * as endedAuthenticatorApps from "./migrations/0027-ended-authenticator-apps.ts";
import * as distrustedAddresses from "./migrations/0028-distrusted-addresses.ts";
import * as timesOfApprovals from "./migrations/0029-times-of-approvals.ts";
import * as furtherAccessTokens from "./migrations/0030-further-access-tokens.ts";
import * as previousBearerTokens from "./migrations/0031-previous-bearer-tokens.ts";
import * as explicitApprovals from "./migrations/0032-explicit-approvals.ts";
import { schemaMigrations } from "./schema.ts";

const migrations: Record<(typeof schemaMigrations)[number], Migration> = {
  "0001-ledger": ledger,
  "0002-callback-schemes": callbackSchemes,
  "0003-ring-keys": ringKeys,
  "0004-resting-screen-names": reservedScreenNames,
  "0005-waiting-applications": waitingApplications,
  "0006-grant-count-slots": grantCountSlots,
  "0007-deleted-applications": deletedApplications,
  "0008-collaborators": collaborators,
  "0009-application-identity": applicationIdentity,
  "0010-second-factors": secondFactors,
  "0011-notifications": notifications,
  "0012-ended": ended,
  "0013-newest-users": newestUsers,
  "0014-identities": identities,
  "0015-provider-sessions": providerSessions,
  "0016-passkeys": passkeys,
  "0017-ended-subjects": endedSubjects,
  "0018-deliveries": deliveries,
  "0019-rejected-requests": rejectedRequests,
  "0020-request-tokens-in-order": requestTokensInOrder,
  "0021-provider-logouts": providerLogouts,
  "0022-links-of-administrators": linksOfAdmins,
  "0023-waiting-invitations": waitingInvitations,
  "0024-account-notices": accountNotices,
  "0025-inviting-collaborators": invitingCollaborators,
  "0026-languages-of-notices": languagesOfNotices,
  "0027-ended-authenticator-apps": endedAuthenticatorApps,
  "0028-distrusted-addresses": distrustedAddresses,
  "0029-times-of-approvals": timesOfApprovals,
  "0030-further-access-tokens": furtherAccessTokens,
  "0031-previous-bearer-tokens": previousBearerTokens,
  "0032-explicit-approvals": explicitApprovals,
};

/**
 * Runs the missing migrations in the open transaction and returns their names. Throws an Error that says what
 * to do.
 */
export async function migrate(
  db: Kysely<unknown>,
  applied: readonly string[],
): Promise<readonly string[]> {
  const unknown = applied.find((name) => !(name in migrations));
  if (unknown !== undefined) {
    throw new Error(
      `the ledger was written by a later version of Countersign (it has the migration ${unknown}, and this version's last is ${schemaMigrations.at(-1)}); start that version, or restore a backup made before the upgrade`,
    );
  }
  if (applied.length === schemaMigrations.length) return [];
  let failure: unknown;
  // In a failed transaction PostgreSQL also rejects the migrator's last statement, and that error would hide
  // the first one.
  const noting = ({ up }: Migration): Migration => ({
    async up(on) {
      try {
        await up(on);
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  });
  const noted = Object.entries(migrations).map(([name, one]) => [name, noting(one)] as const);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(noted) },
    disableTransactions: true,
  });
  const { error, results = [] } = await migrator
    .migrateToLatest()
    .catch((error): MigrationResultSet => ({ error }));
  if (error !== undefined) throw failure ?? error;
  return results.map((one) => one.migrationName);
}
