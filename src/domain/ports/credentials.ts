/** The part of the database that holds access tokens, bearer tokens and what users have granted. */
import type { AccessLevel } from "../access.ts";
import type {
  AccessTokenCandidate,
  AccessTokenCredentials,
  ConnectedApplication,
  Grant,
  GrantCounts,
  GrantedAccess,
  ListedAccessToken,
  TokenSearch,
} from "../access-token.ts";
import type { AllowedNetworks, ConsumerCredentials } from "../application.ts";
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type {
  AccessToken,
  ApplicationId,
  BearerToken,
  ConsumerKey,
  Secret,
  TokenDigest,
  UserId,
} from "../credentials.ts";
import type { OwnSearch } from "../own-applications.ts";
import type { StoredCredential } from "../search.ts";
import type { Slice } from "../slice.ts";
import type {
  SettledUnusedAccess,
  UnusedAccess,
  UnusedAccessPart,
  UserGrant,
} from "../unused-access.ts";

export interface Credentials {
  /** Returns undefined unless the token is active and belongs to this consumer key. */
  accessTokenCredentials(
    consumerKey: ConsumerKey,
    token: AccessToken,
    now: number,
  ): Awaitable<{ consumer: ConsumerCredentials; access: AccessTokenCredentials } | undefined>;
  /**
   * Returns the active token of this grant, the newest if an import added several, or stores the candidate as a new
   * one; it never adds a second. Does not check the level that the application is registered for. Returns undefined if
   * the application or the user was deleted.
   */
  grantAccess(
    grant: Grant & { candidate: AccessTokenCandidate; now: number },
    by: AuditContext,
  ): Promise<GrantedAccess | undefined>;
  /**
   * Like `grantAccess`, but also returns undefined if the application is not registered for the level, or it or the
   * user is suspended, or it is not approved and the user is not its owner. An event also records that the
   * secret of an existing token is returned.
   */
  grantRegisteredAccess(
    grant: Grant & { candidate: AccessTokenCandidate; now: number },
    by: AuditContext,
  ): Promise<GrantedAccess | undefined>;
  /**
   * Replaces the token of this application, user and level by the candidate in one step. Returns undefined and
   * changes nothing if the current token was not issued at `replaces` (undefined: there is no token), if the
   * application is no longer registered for the level, if it or the user is suspended or was deleted, or if
   * it is not approved and the user is not its owner.
   */
  regenerateAccess(
    grant: Grant & { candidate: AccessTokenCandidate; now: number; replaces: number | undefined },
    by: AuditContext,
  ): Promise<GrantedAccess | undefined>;
  /** The active grants of this application and user, highest level first. */
  grants(
    applicationId: ApplicationId,
    userId: UserId,
  ): Awaitable<readonly Pick<Grant, "access" | "emailGranted">[]>;
  /**
   * Ends this token alone, also if an import added several. Also ends approvals of this user for the application that
   * have not been exchanged: all of them, or those without consent (`silent`). Returns false if the
   * token was not active.
   */
  revokeAccessToken(
    token: AccessToken,
    by: AuditContext,
    approvals?: "all" | "silent",
  ): Promise<boolean>;
  /** A user's grants, one row per application, ordered by application ID. */
  connectedApplications(userId: UserId, page: Slice): Awaitable<readonly ConnectedApplication[]>;
  /** A part of all access, in the order of its users, and what of it may be due by the rule. */
  unusedAccess(
    rule: { readonly days: number | undefined; readonly now: number },
    page: { readonly after: UserGrant | undefined; readonly size: number },
  ): Awaitable<UnusedAccess>;
  /** How much of a part of all access has been unused so long that its notice would be due. */
  unusedAccessPart(
    rule: { readonly days: number; readonly now: number },
    page: { readonly after: string | undefined; readonly size: number },
  ): Awaitable<UnusedAccessPart>;
  /**
   * Gives notice of access that will end, ends what is still unused after its notice, and takes back notices of what
   * was used or issued since, or all if the rule is off. A use that was written before wins, and so does a change of
   * the rule: `configured` days are in force, or else those of the setting. Of concurrent calls, one does it.
   */
  settleUnusedAccess(
    rule: {
      readonly configured: number | undefined;
      readonly now: number;
      readonly emails: boolean;
    },
    grants: readonly UserGrant[],
  ): Promise<SettledUnusedAccess>;
  /** Like `connectedApplications`, filtered by a text in the name, with the total count. */
  grantedApplications(
    userId: UserId,
    search: OwnSearch,
  ): Awaitable<{ readonly total: number; readonly slice: readonly ConnectedApplication[] }>;
  /**
   * From the next request on the application has at most read access for this user, and approvals that have not
   * been exchanged cannot raise it again. Returns false if there was no higher access to take away.
   */
  reduceToRead(
    grant: { applicationId: ApplicationId; userId: UserId },
    by: AuditContext,
  ): Promise<boolean>;
  /** Deletes every access token of this application and user, and approvals that have not been exchanged. */
  revokeAccess(
    grant: { applicationId: ApplicationId; userId: UserId },
    by: AuditContext,
  ): Promise<boolean>;
  /** The active access tokens of an application, a user, or both. */
  accessTokens(search: TokenSearch): Awaitable<readonly ListedAccessToken[]>;
  /** Counts by level and day, from `since` (milliseconds since the epoch). */
  grantCounts(applicationId: ApplicationId, since: number): Awaitable<GrantCounts>;
  /** How many users have granted the application access, counted up to `most`. */
  countGrants(applicationId: ApplicationId, most: number): Awaitable<number>;
  /** Undefined as well once the overlap of the consumer secret that fetched the token has ended. */
  bearerApplication(
    digest: TokenDigest,
    now: number,
  ): Awaitable<
    | {
        applicationId: ApplicationId;
        consumerKey: ConsumerKey;
        access: AccessLevel;
        networks: AllowedNetworks | undefined;
        suspended: boolean;
        ownerOnly: boolean;
        /** It was fetched with the previous consumer secret. */
        isPrevious: boolean;
      }
    | undefined
  >;
  /**
   * What this text is: any credential, or the secret of one, also if it does not work, but no session and no secret of
   * a request token. The roles are those of `viewer`. How many rows are looked up does not depend on what is found.
   */
  storedCredentials(
    text: Secret,
    viewer: UserId | undefined,
  ): Awaitable<readonly StoredCredential[]>;
  /** Finds the user of this access token. It does not authenticate the sender: only a signature does. */
  accessTokenHolder(token: string): Awaitable<
    | {
        userId: UserId;
        screenName: string;
        applicationId: ApplicationId;
        consumerKey: ConsumerKey;
        access: AccessLevel;
        /** Whether the application or the user is suspended, or the application works for its owner only. */
        suspended: boolean;
      }
    | undefined
  >;
  /**
   * The bearer token that this consumer secret fetched, if it has one. Nearly every request for a bearer token ends
   * here, without a write.
   */
  outstandingBearerToken(
    of: { applicationId: ApplicationId; authenticatedBy: Secret },
    now: number,
  ): Awaitable<BearerToken | undefined>;
  /**
   * Each consumer secret has one bearer token, which ends with it: the first of concurrent callers creates it, and all
   * get the same one. Returns undefined unless `authenticatedBy` is still a consumer secret of the application, and if
   * the application was deleted. "suspended", "unapproved": nothing is issued. By default the token is the current
   * secret's.
   */
  issueBearerToken(
    request: {
      applicationId: ApplicationId;
      candidate: BearerToken;
      now: number;
      authenticatedBy?: Secret;
    },
    by: AuditContext,
  ): Promise<BearerToken | "suspended" | "unapproved" | undefined>;
  /**
   * "unknown": there is no such token. `of` restricts the revocation to the token of that application, and
   * `ownerId` to an application that this user still owns; otherwise "not-the-owner", so a former owner cannot
   * end the token.
   */
  revokeBearerToken(
    bearer: {
      digest: TokenDigest;
      of?: { applicationId: ApplicationId; ownerId?: UserId | undefined };
    },
    by: AuditContext,
  ): Promise<"revoked" | "unknown" | "not-the-owner">;
  /** Ends the bearer tokens of the application. Returns false if it has none. */
  revokeBearerTokenOf(applicationId: ApplicationId, by: AuditContext): Promise<boolean>;
}
