/** What administrators do with tokens of users and applications. */
import { type AccessLevel, covers } from "../../domain/access.ts";
import type { Application } from "../../domain/application.ts";
import type { AuditContext } from "../../domain/audit.ts";
import {
  type AccessToken,
  type ApplicationId,
  mintAccessTokenCandidate,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { action } from "../operation/action.ts";
import {
  type Pause,
  revokeEverything,
  revokeTokens,
  revokeTokensOfNewSources,
} from "./revoke-tokens.ts";

/** Returns the user's access token for the application: the existing one, or a new one without the user's consent. */
export const createAccessToken = action({
  name: "createAccessToken",
  event: "access-token.issued",
  sensitive: true,
  async run(
    { ledger, random },
    {
      application,
      userId,
      access,
    }: { application: Application; userId: UserId; access: AccessLevel },
    by,
  ) {
    if (!covers(application.access, access)) return "level";
    const { id: applicationId, requestEmail: emailGranted } = application;
    const candidate = mintAccessTokenCandidate(random);
    const grant = { applicationId, userId, access, emailGranted, candidate, now: by.at };
    return (await ledger.grantRegisteredAccess(grant, by)) ?? "changed-since";
  },
  rejections: {
    level: ["rejected", "The application is registered for read access only."],
    "changed-since": [
      "conflict",
      "The application or the user was changed at the same time. Try again.",
    ],
  },
});

interface Many {
  /** At most about so many tokens end, and the rest stays. */
  readonly most?: number;
  /** Awaited between steps: other requests run, or the work ends here. */
  readonly pause?: Pause;
}

/** `usedFromNewSince`: the application's access tokens that were used from a new network then or later. */
interface UsedFromNew extends Many {
  readonly applicationId: ApplicationId;
  readonly usedFromNewSince: number;
}

interface AllOf extends Many {
  readonly applicationId: ApplicationId | undefined;
  readonly userId: UserId | undefined;
}

/** One token, those of a user, an application, or both, or all. */
export type WhichTokens =
  | { readonly accessToken: string }
  | { readonly bearerToken: string }
  | AllOf
  | UsedFromNew
  | ({ readonly all: true } & Many);

/** Returns the number of grants, and of applications whose bearer token ended. */
export const revokeAccess = action({
  name: "revokeAccess",
  event: "access.revoked",
  sensitive: false,
  async run({ ledger }, which: WhichTokens, by: AuditContext) {
    if ("all" in which) return revokeEverything(ledger, by, which.pause);
    if ("accessToken" in which) {
      const revoked = await ledger.revokeAccessToken(which.accessToken as AccessToken, by);
      return revoked ? { grants: 1, bearerTokens: 0 } : "no-access-token";
    }
    if ("bearerToken" in which) {
      const digest = tokenDigest(which.bearerToken);
      const outcome = await ledger.revokeBearerToken({ digest }, by);
      return outcome === "revoked" ? { grants: 0, bearerTokens: 1 } : "no-bearer-token";
    }
    return revokeMany(ledger, which, by);
  },
  rejections: {
    "no-access-token": ["not-found", "No such access token."],
    "no-bearer-token": ["not-found", "No such bearer token."],
  },
});

/**
 * `revokeAccess` for all users of an application, or for those whose tokens were used from new networks. It is
 * sensitive, because many users would have to give access again: a session that was left open must not be enough to
 * cut off an application. A single user's access, which `revokeAccess` ends too, is given again with one consent.
 */
export const revokeAccessOfApplication = action({
  name: "revokeAccessOfApplication",
  event: "access.revoked",
  sensitive: true,
  run: ({ ledger }, which: TokensOfApplication, by) => revokeMany(ledger, which, by),
  rejections: {},
});

export type TokensOfApplication =
  | (AllOf & { readonly applicationId: ApplicationId; readonly userId: undefined })
  | UsedFromNew;

async function revokeMany(ledger: Ledger, which: AllOf | UsedFromNew, by: AuditContext) {
  if ("usedFromNewSince" in which) {
    const { applicationId, usedFromNewSince: since, ...many } = which;
    const search = { applicationId, since };
    const tokens = await revokeTokensOfNewSources(ledger, { ...search, ...many }, by);
    return { grants: tokens, bearerTokens: 0 };
  }
  const { grants, bearerToken } = await revokeTokens(ledger, which, by);
  return { grants, bearerTokens: bearerToken ? 1 : 0 };
}
