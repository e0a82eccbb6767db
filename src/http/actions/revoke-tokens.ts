import type { ListedAccessToken } from "../../domain/access-token.ts";
import type { AuditContext } from "../../domain/audit.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";

interface Whose {
  readonly applicationId: ApplicationId | undefined;
  readonly userId: UserId | undefined;
}

export interface RevokedTokens {
  /** How many grants, each with all its access tokens. */
  readonly grants: number;
  readonly bearerToken: boolean;
}

/** A page of tokens is read at a time. */
export async function* tokensOf(ledger: Ledger, of: Whose): AsyncGenerator<ListedAccessToken> {
  let after: ListedAccessToken | undefined;
  do {
    const page = await ledger.accessTokens({ ...of, after, size: 500 });
    yield* page;
    after = page.at(-1);
  } while (after !== undefined);
}

/**
 * Revokes the access that a user gave, that users gave to an application, or both, and then the bearer tokens of an
 * application without a user. Grants come one after another, so that each has an event. Approvals that no one has
 * exchanged end too.
 */
export async function revokeTokens(
  ledger: Ledger,
  { applicationId, userId }: Whose,
  by: AuditContext,
): Promise<RevokedTokens> {
  let grants = 0;
  const end = async (grant: { applicationId: ApplicationId; userId: UserId }) => {
    if (await ledger.revokeAccess(grant, by)) grants += 1;
  };
  if (applicationId !== undefined && userId !== undefined) await end({ applicationId, userId });
  else for await (const one of tokensOf(ledger, { applicationId, userId })) await end(one);
  if (applicationId === undefined && userId !== undefined) {
    for (const one of await ledger.pendingApprovals(userId, by.at)) {
      await end({ applicationId: one.applicationId, userId });
    }
  }
  const bearerToken =
    applicationId !== undefined &&
    userId === undefined &&
    (await ledger.revokeBearerTokenOf(applicationId, by));
  return { grants, bearerToken };
}

/** Revokes every access token and bearer token of the service, one application after another. */
export async function revokeEverything(
  ledger: Ledger,
  by: AuditContext,
): Promise<{ readonly grants: number; readonly bearerTokens: number }> {
  let [grants, bearerTokens] = [0, 0];
  let after: string | undefined;
  do {
    const page = await ledger.applications({ after, size: 500 });
    for (const { id } of page) {
      const revoked = await revokeTokens(ledger, { applicationId: id, userId: undefined }, by);
      grants += revoked.grants;
      bearerTokens += Number(revoked.bearerToken);
    }
    after = page.at(-1)?.consumerKey;
  } while (after !== undefined);
  return { grants, bearerTokens };
}
