/** The ledger's part for access tokens and bearer tokens, and for what people have granted. */
import type { AccessLevel } from "../access.ts";
import type {
  AccessTokenCandidate,
  AccessTokenCredentials,
  ConnectedApplication,
  Grant,
  GrantCounts,
  GrantedAccess,
} from "../access-token.ts";
import type { ConsumerCredentials } from "../application.ts";
import type { AuditEvent } from "../audit.ts";
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
import type { Page } from "../page.ts";

export interface Credentials {
  /** Undefined unless the token is active and this key's. */
  accessTokenCredentials(
    consumerKey: ConsumerKey,
    token: AccessToken,
    now: number,
  ): Awaitable<{ consumer: ConsumerCredentials; access: AccessTokenCredentials } | undefined>;
  /** The active token of this grant, or the candidate as a new one: never two. What the application is registered for is not asked. */
  grantAccess(
    grant: Grant & { candidate: AccessTokenCandidate; now: number },
    event: AuditEvent,
  ): Promise<GrantedAccess>;
  /** The same, while the application is registered for the level; undefined otherwise. */
  grantRegisteredAccess(
    grant: Grant & { candidate: AccessTokenCandidate; now: number },
    event: AuditEvent,
  ): Promise<GrantedAccess | undefined>;
  /**
   * What stood of this application, user and level is dead, and the candidate is active: in one step.
   * Undefined, and nothing changed, if what stands was not made at `replaces` (undefined: none stands), or the
   * application is not registered for the level any more.
   */
  regenerateAccess(
    grant: Grant & { candidate: AccessTokenCandidate; now: number; replaces: number | undefined },
    event: AuditEvent,
  ): Promise<GrantedAccess | undefined>;
  /** Active grants of this application and user, the highest level first. */
  grants(
    applicationId: ApplicationId,
    userId: UserId,
  ): Awaitable<readonly Pick<Grant, "access" | "emailGranted">[]>;
  /** With it ends what this user approved for the application and nobody has exchanged. False if there was none to revoke. */
  revokeAccessToken(token: AccessToken, event: AuditEvent): Promise<boolean>;
  /** What a user has granted, an application a row; in the order of the applications' ids. */
  connectedApplications(userId: UserId, page: Page): Awaitable<readonly ConnectedApplication[]>;
  /** The same for the user to look through: those whose names contain the text; and how many there are in all. */
  grantedApplications(
    userId: UserId,
    search: OwnSearch,
  ): Awaitable<{ readonly total: number; readonly shown: readonly ConnectedApplication[] }>;
  /**
   * From the next request on the application has no more than read access for this user, and nothing
   * approved but not yet exchanged can raise it again. False if it had none to lose.
   */
  reduceToRead(
    grant: { applicationId: ApplicationId; userId: UserId },
    event: AuditEvent,
  ): Promise<boolean>;
  /** Every access token of this application and user, and what is approved but not yet exchanged. */
  revokeAccess(
    grant: { applicationId: ApplicationId; userId: UserId },
    event: AuditEvent,
  ): Promise<boolean>;
  /** By level and day, from `since` (milliseconds since the epoch) on. */
  grantCounts(applicationId: ApplicationId, since: number): Awaitable<GrantCounts>;
  /** How many people have granted it access, counting no further than `most`. */
  countGrants(applicationId: ApplicationId, most: number): Awaitable<number>;
  bearerApplication(digest: TokenDigest): Awaitable<
    | {
        applicationId: ApplicationId;
        consumerKey: ConsumerKey;
        access: AccessLevel;
        suspended: boolean;
      }
    | undefined
  >;
  /** Whose access token this is. It proves nothing about who shows it: only a signature does. */
  accessTokenHolder(token: string): Awaitable<
    | {
        userId: UserId;
        screenName: string;
        applicationId: ApplicationId;
        consumerKey: ConsumerKey;
        access: AccessLevel;
        /** The application, or the user. */
        suspended: boolean;
      }
    | undefined
  >;
  /** The one that stands, if one does: nearly every request for a bearer token ends here, without a write. */
  outstandingBearerToken(applicationId: ApplicationId): Awaitable<BearerToken | undefined>;
  /**
   * One per application: of all callers the first makes it, and every one gets the same. With `provedBy` only while that is a
   * consumer secret of the application, and otherwise undefined.
   */
  issueBearerToken(
    request: {
      applicationId: ApplicationId;
      candidate: BearerToken;
      now: number;
      provedBy?: Secret;
    },
    event: AuditEvent,
  ): Promise<BearerToken | undefined>;
  /**
   * "unknown": it was not outstanding. With `of` only that application's, and with `ownerId` only while that user owns it;
   * "not-the-owner" otherwise: somebody who has given the application away ends nothing of it any more.
   */
  revokeBearerToken(
    bearer: {
      digest: TokenDigest;
      of?: { applicationId: ApplicationId; ownerId?: UserId | undefined };
    },
    event: AuditEvent,
  ): Promise<"revoked" | "unknown" | "not-the-owner">;
  /** Ends the bearer token that the application has; false if it has no bearer token. */
  revokeBearerTokenOf(applicationId: ApplicationId, event: AuditEvent): Promise<boolean>;
}
