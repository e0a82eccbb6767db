/**
 * An access token (token credentials, RFC 5849 §2.3): one active per application, user and level, and more only
 * if an import added them.
 */
import type { AccessLevel } from "./access.ts";
import type { ApplicationLinks } from "./application.ts";
import type { AccessToken, ApplicationId, ConsumerKey, Secret, UserId } from "./credentials.ts";

export interface AccessTokenCredentials {
  readonly token: AccessToken;
  readonly secret: Secret;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  /** Days since the epoch. Undefined: never, as far as the ledger knows. */
  readonly lastUsedDay: number | undefined;
  readonly user: {
    readonly id: UserId;
    readonly screenName: string;
    readonly name: string;
    readonly email: string;
    readonly suspended: boolean;
    readonly createdAt: number;
  };
}

/** What the exchange returns; it returns the same while the grant is active. */
export interface GrantedAccess {
  readonly token: AccessToken;
  readonly secret: Secret;
  readonly userId: UserId;
  readonly screenName: string;
}

/** A new pair that becomes the access token unless the grant already has one. */
export interface AccessTokenCandidate {
  /** The part after `<user_id>-`. */
  readonly suffix: string;
  readonly secret: Secret;
}

export interface Grant {
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
}

/** How many grants an application has, by level: the number before a day, and the changes of each day since. */
export interface GrantCounts {
  readonly before: Readonly<Record<AccessLevel, number>>;
  /** Ordered by day, in days since the epoch. */
  readonly changes: readonly {
    readonly day: number;
    readonly access: AccessLevel;
    readonly change: number;
  }[];
}

/** An active access token, for an administrator. Its secret is not part of it. */
export interface ListedAccessToken {
  readonly token: AccessToken;
  readonly applicationId: ApplicationId;
  readonly consumerKey: ConsumerKey;
  readonly applicationName: string;
  readonly userId: UserId;
  readonly screenName: string;
  readonly access: AccessLevel;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The latest day (since the epoch) on which it was used. Undefined: never, as far as is known. */
  readonly lastUsedDay: number | undefined;
}

/** Which access tokens are listed: those of an application, of a user, or of both. */
export interface TokenSearch {
  readonly applicationId: ApplicationId | undefined;
  readonly userId: UserId | undefined;
  /** The last token of the page before. */
  readonly after:
    | Pick<ListedAccessToken, "applicationId" | "userId" | "access" | "token">
    | undefined;
  /** At most how many grants, each with all its tokens. */
  readonly size: number;
}

/** An application that somebody has granted access to. */
export interface ConnectedApplication {
  readonly applicationId: ApplicationId;
  readonly name: string;
  /** See `Application`. */
  readonly icon: string | undefined;
  readonly website: string;
  readonly links: ApplicationLinks;
  readonly ownerScreenName: string;
  /** The highest level that it has. */
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  /** When its oldest active grant was made. */
  readonly since: number;
  /**
   * The latest day (since the epoch) on which one of its grants was used. Undefined: never, as far as the
   * ledger knows.
   */
  readonly lastUsedDay: number | undefined;
}
