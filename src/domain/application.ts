/** An application (the client of RFC 5849 §1.1) and the rules for its fields. */
import type { AccessLevel } from "./access.ts";
import type { ApplicationId, ConsumerKey, Secret, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import type { ApplicationDraft } from "./fields/application.ts";
import type { ApprovalRequest, ApprovalStatus } from "./fields/approval.ts";
import { endsOf, isWithin, type Moment } from "./lasting.ts";
import type { LimitChanges } from "./limits.ts";

export interface Application extends ApplicationDraft, ApprovalRequest, ApprovalStatus {
  readonly id: ApplicationId;
  readonly ownerId: UserId;
  readonly ownerScreenName: string;
  readonly consumerKey: ConsumerKey;
  /** Callback schemes that administrators have confirmed, in lower case. */
  readonly confirmedSchemes: readonly string[];
  readonly createdAt: number;
  readonly identityChangedAt: number | undefined;
  /** The digest of its icon, which is part of the icon's URL. */
  readonly icon: string | undefined;
  readonly secretSetAt: number;
  /** When an administrator ended the consumer secret, if no other one was created since. */
  readonly secretRevokedAt: number | undefined;
  /** What an administrator last told the owner. */
  readonly ownerNotice: { readonly text: string; readonly at: number } | undefined;
  readonly limits: LimitChanges;
  /** The name of its plan. It is undefined if it follows the default one. */
  readonly plan: string | undefined;
  readonly suspendedBecause: string | undefined;
}

/** An application in a list. */
export interface ListedApplication extends Application {
  /** The last day with a verified request, in days since the epoch. It is absent if there was none. */
  readonly lastUsedDay?: number;
}

/** The form by which names are searched and sorted. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export interface ConsumerCredentials {
  readonly applicationId: ApplicationId;
  readonly ownerId: UserId;
  readonly consumerKey: ConsumerKey;
  readonly access: AccessLevel;
  readonly requestEmail: boolean;
  readonly requireSha256: boolean;
  readonly networks: AllowedNetworks | undefined;
  readonly suspended: boolean;
  /** It works for the account of its owner only, because it is not approved. */
  readonly ownerOnly: boolean;
  callbacks(): readonly string[];
  confirmedSchemes(): readonly string[];
  /** The current secret first, then the previous one while it is still valid. */
  readonly consumerSecrets: readonly Secret[];
}

/** Where an application's credentials may be used. It is undefined if that is everywhere. */
export interface AllowedNetworks {
  readonly bearerOnly: boolean;
  allows(address: string): boolean;
}

export interface ApplicationKeys {
  /** This is undefined if the previous secret is no longer valid. */
  readonly previousSecretUntil: number | undefined;
  readonly bearerSince: number | undefined;
  /** The previous secret's bearer token ends with that secret. */
  readonly previousBearerSince: number | undefined;
  /** The grants of the viewer to the application, highest level first. */
  readonly ownAccess: readonly {
    readonly access: AccessLevel;
    readonly since: number;
    readonly lastUsedDay?: number;
  }[];
}

/** This bounds what a user may create in the portal. Administrators can create more on the command line. */
export const maxApplications = 100;

/** How long what an administrator told the owner is kept, and shown in the portal. */
export const ownerNoticeMs = 30 * dayMs;

/** How long a previous consumer secret stays valid after it was regenerated. */
export const overlaps = {
  "0": 0,
  "1h": 3_600_000,
  "24h": dayMs,
  "7d": 604_800_000,
} as const;
export type Overlap = keyof typeof overlaps;

/** `setAt` is when the current secret was set. An imported overlap can last longer than one started here. */
export function overlapLasts(
  { until, setAt }: { readonly until: number | null; readonly setAt: number },
  now: Moment,
): boolean {
  return until !== null && isWithin(endsOf(now, until - setAt), until);
}

/** Each is an HTTP or HTTPS URL, or empty. */
export type ApplicationLinks = Readonly<Record<ApplicationLink, string>>;
export const applicationLinks = ["terms", "privacy", "support"] as const;
export type ApplicationLink = (typeof applicationLinks)[number];

export function linksOf({
  termsUrl: terms,
  privacyUrl: privacy,
  supportUrl: support,
}: Pick<ApplicationDraft, "termsUrl" | "privacyUrl" | "supportUrl">): ApplicationLinks {
  return { terms, privacy, support };
}

type Identity = Pick<ApplicationDraft, "name" | "website">;

/** Whether the change affects how users recognize the application. */
export function showsAnother(from: Identity, draft: Identity): boolean {
  return from.name !== draft.name || from.website !== draft.website;
}

export interface ApplicationIcon {
  readonly digest: string;
  readonly image: Uint8Array;
}

/** How long users see a note that an application's name, icon, website or owner changed. */
export const changedRecentlyMs = 7 * dayMs;

export interface NewApplication extends ApplicationDraft {
  readonly id: ApplicationId;
  readonly ownerId: UserId;
  readonly consumerKey: ConsumerKey;
  readonly consumerSecret: Secret;
  readonly now: number;
  readonly confirmedSchemes?: readonly string[];
  /** It waits for approval, with this request. */
  readonly waitsWith?: ApprovalRequest;
  /** The max number of applications of the owner, including this one. */
  readonly most?: number;
}
