import type { AccessLevel } from "../../domain/access.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import {
  type ApplicationId,
  mintAccessTokenCandidate,
  type UserId,
} from "../../domain/credentials.ts";
import type { Reason } from "../../domain/operating.ts";
import { issueBearerToken } from "../../http/actions/issue-bearer-token.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { UsageError } from "./usage-error.ts";

export interface TestServerAccess {
  readonly token: string;
  readonly tokenSecret: string;
}

interface GrantTo {
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
}

/** Returns the access token that a complete flow would have given. If the user already has one, returns that one. */
export async function issueAccess(
  { ledger, clock, random }: Dependencies,
  grant: GrantTo & { readonly access: AccessLevel; readonly emailGranted: boolean },
): Promise<TestServerAccess> {
  const now = clock();
  const application = await ledger.applicationById(grant.applicationId);
  if (application?.suspendedBecause !== undefined) throw new UsageError(suspended);
  const granted = await ledger.grantAccess(
    { ...grant, candidate: mintAccessTokenCandidate(random), now },
    byCommandLine(now),
  );
  if (granted === undefined) throw new UsageError("the application or the user is not there");
  return { token: granted.token, tokenSecret: granted.secret.reveal() };
}

export async function issueBearer(
  dependencies: Dependencies,
  applicationId: ApplicationId,
): Promise<string> {
  const context = byCommandLine(dependencies.clock());
  const issued = await issueBearerToken(dependencies, applicationId, context);
  if (typeof issued !== "object") throw new UsageError(suspended);
  return issued.token;
}

const suspended = "the application is suspended, so the service gives it no token";

/** The user can do this on their account page. */
export function revokeGrant({ ledger, clock }: Dependencies, grant: GrantTo): Promise<boolean> {
  return ledger.revokeAccess(grant, byCommandLine(clock()));
}

/** An administrator can do this. */
export async function setSuspended(
  { ledger, clock }: Dependencies,
  applicationId: ApplicationId,
  suspended: boolean,
): Promise<void> {
  const context = byCommandLine(clock());
  if (!suspended) await ledger.restoreApplication(applicationId, context);
  else await ledger.suspendApplication(applicationId, "suspended by a test" as Reason, context);
}
