/** An application (the client of RFC 5849 §1.1) and the rules for its fields. */
import type { AccessLevel } from "./access.ts";
import type { ApplicationId, ConsumerKey, Secret, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import { endsOf, isWithin, type Moment } from "./lasting.ts";
import type { LimitChanges } from "./limits.ts";
import { isBlank } from "./typed-text.ts";

export interface Application {
  readonly id: ApplicationId;
  readonly ownerId: UserId;
  readonly ownerScreenName: string;
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly access: AccessLevel;
  /** If true, consent is skipped while a grant is active. */
  readonly signIn: boolean;
  readonly requestEmail: boolean;
  /** If true, requests signed with HMAC-SHA1 are rejected, and at APIs those whose body hash is SHA-1. */
  readonly requireSha256: boolean;
  readonly consumerKey: ConsumerKey;
  /**
   * This is empty for a desktop application, which uses PINs. Some schemes need an administrator's confirmation to
   * work.
   */
  readonly callbacks: readonly string[];
  /** Callback schemes that administrators have confirmed, in lower case. */
  readonly confirmedSchemes: readonly string[];
  readonly createdAt: number;
  readonly identityChangedAt: number | undefined;
  /** The digest of its icon, which is part of the icon's URL. */
  readonly icon: string | undefined;
  readonly links: ApplicationLinks;
  readonly secretSetAt: number;
  readonly limits: LimitChanges;
  readonly suspendedBecause: string | undefined;
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
  readonly suspended: boolean;
  callbacks(): readonly string[];
  confirmedSchemes(): readonly string[];
  /** The current secret first, then the previous one while it is still valid. */
  readonly consumerSecrets: readonly Secret[];
}

export interface ApplicationKeys {
  /** This is undefined if the previous secret is no longer valid. */
  readonly previousSecretUntil: number | undefined;
  readonly bearerSince: number | undefined;
  /** The previous secret's bearer token ends with that secret. */
  readonly previousBearerSince: number | undefined;
  /** The grants of the viewer to the application, highest level first. */
  readonly ownAccess: readonly { readonly access: AccessLevel; readonly since: number }[];
}

/** This bounds what a user may create in the portal. Administrators can create more on the command line. */
export const maxApplications = 100;

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

/** Each is an http or https URL, or empty. */
export type ApplicationLinks = Readonly<Record<ApplicationLink, string>>;
export const applicationLinks = ["terms", "privacy", "support"] as const;
export type ApplicationLink = (typeof applicationLinks)[number];
export const noLinks: ApplicationLinks = { terms: "", privacy: "", support: "" };

export interface ApplicationIcon {
  readonly digest: string;
  readonly image: Uint8Array;
}

/** How long users see a note that an application's name, icon, website or owner changed. */
export const changedRecentlyMs = 7 * dayMs;

export interface ApplicationDraft {
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly access: AccessLevel;
  readonly signIn: boolean;
  readonly requestEmail: boolean;
  readonly requireSha256?: boolean;
  readonly callbacks: readonly string[];
  readonly links?: ApplicationLinks;
}

/** Problems of callbacks are in callback.ts. */
export type ApplicationProblem = keyof typeof sentences;

export function applicationProblems(draft: ApplicationDraft): readonly ApplicationProblem[] {
  const { name, description, website, links = noLinks } = draft;
  const found = [nameProblem(name), descriptionProblem(description)];
  if (website !== "" && !isWebAddress(website)) found.push("website");
  for (const link of applicationLinks) {
    if (links[link] !== "" && !isWebAddress(links[link])) found.push(link);
  }
  return found.filter((one) => one !== undefined);
}

/** Returns the first problem as a sentence with its solution, for the command line. */
export function problemWithApplication(draft: ApplicationDraft): string | undefined {
  const [problem] = applicationProblems(draft);
  return problem && sentences[problem];
}

const sentences = {
  "no-name": "Give the application a name.",
  "long-name": "The application's name can have at most 50 characters.",
  "odd-name": "Names and descriptions can't contain control characters.",
  "long-description": "The description can have at most 200 characters.",
  "odd-description": "Names and descriptions can't contain control characters.",
  website: "The website must be an HTTP or HTTPS URL, such as https://app.example.",
  terms: "The link to the terms must be an HTTP or HTTPS URL.",
  privacy: "The link to the privacy notice must be an HTTP or HTTPS URL.",
  support: "The link to support must be an HTTP or HTTPS URL.",
} as const;

function nameProblem(name: string): ApplicationProblem | undefined {
  if (isBlank(name)) return "no-name";
  if ([...name].length > maxApplicationName) return "long-name";
  return /\p{Cc}/u.test(name) ? "odd-name" : undefined;
}

/** In characters. */
export const maxApplicationName = 50;
export const maxDescription = 200;
export const maxLink = 200;

function descriptionProblem(description: string): ApplicationProblem | undefined {
  if ([...description].length > maxDescription) return "long-description";
  return /\p{Cc}/u.test(description) ? "odd-description" : undefined;
}

function isWebAddress(text: string): boolean {
  // A parser drops tabs and line breaks, and encodes the rest.
  if (text.length > maxLink || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

export interface NewApplication extends ApplicationDraft {
  readonly id: ApplicationId;
  readonly ownerId: UserId;
  readonly consumerKey: ConsumerKey;
  readonly consumerSecret: Secret;
  readonly now: number;
  readonly confirmedSchemes?: readonly string[];
  /** The max number of applications of the owner, including this one. */
  readonly most?: number;
}
