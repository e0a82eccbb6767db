/** Credentials without the flow, for tests that begin after it. */
import { restoreApplication, suspendApplication } from "../actions/suspend.ts";
import type { Dependencies } from "../dependencies.ts";
import type { AccessLevel } from "../domain/access.ts";
import {
  type ApplicationId,
  mintAccessTokenCandidate,
  mintBearerToken,
  type UserId,
} from "../domain/credentials.ts";
import type { Reason } from "../domain/operating.ts";
import { accessRevoked, accessTokenIssued, bearerTokenIssued } from "../events/access.ts";
import { byCommandLine } from "../events/context.ts";

export interface StandInAccess {
  readonly token: string;
  readonly tokenSecret: string;
}

interface GrantTo {
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
}

/** The access token that a whole flow would have given. If the person has one already, that one. */
export async function issueAccess(
  { ledger, clock, random }: Dependencies,
  grant: GrantTo & { readonly access: AccessLevel; readonly emailGranted: boolean },
): Promise<StandInAccess> {
  const now = clock();
  const { token, secret } = await ledger.grantAccess(
    { ...grant, candidate: mintAccessTokenCandidate(random), now },
    accessTokenIssued(byCommandLine(now), grant.applicationId, grant.userId),
  );
  return { token, tokenSecret: secret.reveal() };
}

export async function issueBearer(
  { ledger, clock, random }: Dependencies,
  applicationId: ApplicationId,
): Promise<string> {
  const now = clock();
  const outstanding = await ledger.issueBearerToken(
    { applicationId, candidate: mintBearerToken(random), now },
    bearerTokenIssued(byCommandLine(now), applicationId),
  );
  if (outstanding === undefined) throw new Error("no consumer secret was looked at");
  return outstanding;
}

/** What the person can do on their account page. */
export async function revokeAccess(
  { ledger, clock }: Dependencies,
  grant: GrantTo,
): Promise<boolean> {
  const event = accessRevoked(byCommandLine(clock()), grant.applicationId, grant.userId);
  return ledger.revokeAccess(grant, event);
}

/** What an operator can do. */
export async function setSuspended(
  { ledger, clock }: Dependencies,
  applicationId: ApplicationId,
  suspended: boolean,
): Promise<void> {
  const context = byCommandLine(clock());
  if (!suspended) return restoreApplication(ledger, applicationId, context);
  await suspendApplication(ledger, applicationId, "suspended by a test" as Reason, context);
}
