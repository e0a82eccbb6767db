/** Token credentials (RFC 5849 §2.3): one active per application, user and level, unless an import added more. */
import { type AccessLevel, isAccessLevel } from "./access.ts";
import type { ApplicationLinks } from "./application.ts";
import {
  type AccessToken,
  type ApplicationId,
  type ConsumerKey,
  idFrom,
  type Secret,
  type UserId,
} from "./credentials.ts";
import type { TokenFilters } from "./fields/list-filters.ts";

export interface AccessTokenCredentials {
  readonly token: AccessToken;
  readonly secret: Secret;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
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

export interface GrantedAccess {
  readonly token: AccessToken;
  readonly secret: Secret;
  readonly userId: UserId;
  readonly screenName: string;
}

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

/** These are the active grants of an application by level: the number before a day, and each day's changes since. */
export interface GrantCounts {
  readonly before: Readonly<Record<AccessLevel, number>>;
  readonly changes: readonly {
    readonly day: number;
    readonly access: AccessLevel;
    readonly change: number;
  }[];
}

/** The secret is left out. */
export interface ListedAccessToken {
  readonly token: AccessToken;
  readonly applicationId: ApplicationId;
  readonly consumerKey: ConsumerKey;
  readonly applicationName: string;
  readonly userId: UserId;
  readonly screenName: string;
  readonly access: AccessLevel;
  readonly since: number;
  readonly lastUsedDay: number | undefined;
}

export interface TokenSearch {
  readonly applicationId: ApplicationId | undefined;
  readonly userId: UserId | undefined;
  readonly filters?: TokenFilters | undefined;
  readonly after: Pick<ListedAccessToken, "applicationId" | "userId" | "access"> | undefined;
  /** The max number of grants, each with all its tokens that fit. */
  readonly size: number;
}

/** A grant's tokens come together, so a place in a list of tokens is a grant. */
export function grantPlace(one: ListedAccessToken): string {
  return [one.applicationId, one.userId, one.access].join(" ");
}

/** Returns undefined for what is no place in such a list. */
export function grantPlaceIn(text: string): TokenSearch["after"] {
  const [application, user, level = "", ...more] = text.split(" ");
  const [applicationId, userId] = [idFrom<ApplicationId>(application), idFrom<UserId>(user)];
  if (applicationId === undefined || userId === undefined || more.length > 0) return undefined;
  return isAccessLevel(level) ? { applicationId, userId, access: level } : undefined;
}

export interface ConnectedApplication {
  readonly applicationId: ApplicationId;
  readonly name: string;
  readonly icon: string | undefined;
  readonly website: string;
  readonly links: ApplicationLinks;
  readonly ownerScreenName: string;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  readonly since: number;
  /** The latest day on which one of its grants was used; undefined if no use is known. */
  readonly lastUsedDay: number | undefined;
  /** When it ends unless it is used. Undefined if no such notice was given. */
  readonly unusedEnd: number | undefined;
}
