/** An access token (token credentials, RFC 5849 §2.3): one active per application, user and level. */
import type { AccessLevel } from "./access.ts";
import type { ApplicationLinks } from "./application.ts";
import type { AccessToken, ApplicationId, Secret, UserId } from "./credentials.ts";

export interface AccessTokenCredentials {
  readonly token: AccessToken;
  readonly secret: Secret;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  /** Days since the epoch; undefined: never, as far as the ledger knows. */
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

/** What the exchange gives out, and gives out again while the same grant is active. */
export interface GrantedAccess {
  readonly token: AccessToken;
  readonly secret: Secret;
  readonly userId: UserId;
  readonly screenName: string;
}

/** A fresh pair that becomes the access token if no active one stands in its place. */
export interface AccessTokenCandidate {
  /** What follows `<user_id>-`. */
  readonly suffix: string;
  readonly secret: Secret;
}

export interface Grant {
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
}

/** How many grants an application has, by level: those before some day, and what each day changed. */
export interface GrantCounts {
  readonly before: Readonly<Record<AccessLevel, number>>;
  /** In the order of days; `day` in days since the epoch. */
  readonly changes: readonly {
    readonly day: number;
    readonly access: AccessLevel;
    readonly change: number;
  }[];
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
  /** When the first of what it has was granted. */
  readonly since: number;
  /** The latest day (since the epoch) on which any of it was used; undefined: never, as far as the ledger knows. */
  readonly lastUsedDay: number | undefined;
}
