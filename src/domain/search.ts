/** A search by what someone has: a name, an address, an ID, or a string that may be a credential. */
import type { AccessLevel } from "./access.ts";
import type { ApiKey } from "./api-key.ts";
import type { Application } from "./application.ts";
import type { ApplicationRole } from "./collaborator.ts";
import { Secret } from "./credentials.ts";
import { isRequestId, type LoggedRequest } from "./logged-request.ts";
import { parseBasicCredentials } from "./oauth2.ts";
import type { LinkPurpose } from "./one-time-link.ts";
import type { User } from "./user.ts";

/** Of each group. */
export const maxFound = 8;

/** In characters. A link that was copied with its URL has fewer. */
export const maxSearchText = 1000;

/** Sessions are not among them: no one has to find whose session a stolen one is before it is ended. */
export const credentialKinds = [
  "consumer-key",
  "consumer-secret",
  "access-token",
  "access-token-secret",
  "bearer-token",
  "request-token",
  "api-key",
  "link",
] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** What the database knows of a credential. It never has the credential itself. */
export interface StoredCredential {
  readonly kind: CredentialKind;
  /** Of a link. */
  readonly purpose?: LinkPurpose;
  readonly application?: CredentialApplication;
  /** The user who gave access, or whom a link is about. */
  readonly user?: Pick<User, "id" | "screenName" | "suspendedBecause">;
  readonly apiKey?: Pick<ApiKey, "id" | "name" | "role">;
  /** Of an access token. */
  readonly access?: AccessLevel;
  /** It is the previous consumer secret, or the bearer token that was fetched with it. */
  readonly isPrevious?: true;
  /** It is undefined if it is not known. */
  readonly createdAt: number | undefined;
  /** When it ends by itself, or has ended. */
  readonly endsAt: number | undefined;
  /** Days since the epoch. It is undefined if no use is known. */
  readonly lastUsedDay: number | undefined;
}

export interface CredentialApplication
  extends Pick<
    Application,
    "id" | "name" | "consumerKey" | "ownerId" | "ownerScreenName" | "suspendedBecause"
  > {
  /** It is not approved, so it works for its owner's account only. */
  readonly ownerOnly?: true;
  /** The role of the viewer. It is undefined for administrators. */
  readonly role?: ApplicationRole | undefined;
}

/** Why a credential does not work. */
export const inactiveReasons = [
  "application-suspended",
  "application-unapproved",
  "user-suspended",
  "ended",
] as const;
export type InactiveReason = (typeof inactiveReasons)[number];

/** The action that ends a credential. A consumer key only ends with its application. */
export const endingActions = [
  "regenerateConsumerSecret",
  "revokePreviousSecret",
  "revokeAccess",
  "revokeApiKey",
  "withdrawInvitation",
] as const;
export type EndingAction = (typeof endingActions)[number];

export interface FoundCredential extends StoredCredential {
  readonly isActive: boolean;
  /** It is undefined if the credential is active. */
  readonly inactiveBecause: InactiveReason | undefined;
  readonly endedBy: EndingAction | undefined;
}

/** Whether it works at `now`, and what ends it. */
export function judged(credential: StoredCredential, now: number): FoundCredential {
  const inactiveBecause = inactiveReason(credential, now);
  return {
    ...credential,
    isActive: inactiveBecause === undefined,
    inactiveBecause,
    endedBy: inactiveBecause === "ended" ? undefined : endingAction(credential),
  };
}

function inactiveReason(
  { kind, endsAt, application, user }: StoredCredential,
  now: number,
): InactiveReason | undefined {
  if (endsAt !== undefined && endsAt <= now) return "ended";
  if (application?.suspendedBecause !== undefined) return "application-suspended";
  if (application?.ownerOnly && (kind === "bearer-token" || isOfOther(application, user))) {
    return "application-unapproved";
  }
  if (user?.suspendedBecause !== undefined) return "user-suspended";
  return undefined;
}

function isOfOther({ ownerId }: CredentialApplication, user: StoredCredential["user"]): boolean {
  return user !== undefined && user.id !== ownerId;
}

function endingAction({ kind, purpose, isPrevious }: StoredCredential): EndingAction | undefined {
  switch (kind) {
    case "consumer-secret":
      return isPrevious ? "revokePreviousSecret" : "regenerateConsumerSecret";
    case "access-token":
    case "access-token-secret":
    case "bearer-token":
      return "revokeAccess";
    case "api-key":
      return "revokeApiKey";
    case "link":
      return purpose === "invitation" ? "withdrawInvitation" : undefined;
    default:
      return undefined;
  }
}

export interface FoundRequest extends Pick<LoggedRequest, "id" | "at" | "operation" | "code"> {
  readonly application: Pick<Application, "id" | "name">;
}

/** What a search found. At most `maxFound` in each group. */
export interface SearchResult {
  /** The text has the shape of a credential, so it must not be in a URL, a log, or a title. */
  readonly isCredential: boolean;
  readonly credentials: readonly FoundCredential[];
  readonly applications: readonly FoundApplication[];
  /** For administrators only. */
  readonly users: readonly FoundUser[];
  readonly requests: readonly FoundRequest[];
}

export interface FoundApplication
  extends Pick<
    Application,
    "id" | "name" | "consumerKey" | "icon" | "ownerScreenName" | "suspendedBecause"
  > {
  /** The role of the viewer. It is undefined for administrators. */
  readonly role: ApplicationRole | undefined;
}

export type FoundUser = Pick<
  User,
  "id" | "screenName" | "name" | "email" | "isAdmin" | "suspendedBecause"
>;

/**
 * Whether an input has the shape of a credential, also within other text. A page sends such an input in the body of a
 * POST, never in a URL. It errs on the side of credentials, because imported ones have other forms: any 20 characters
 * without a space count as one if they have a letter and a digit, or letters of both cases that are no word.
 */
export function hasCredentialShape(text: string): boolean {
  return credentialIn(text) !== undefined;
}

/**
 * The credential in an input: the input itself, or that of a link, a header, JSON, or a line of a configuration file.
 * It is undefined if nothing there has the shape of one. Imported consumer keys that are shorter are found as names
 * are.
 */
export function credentialIn(text: string): Secret | undefined {
  const trimmed = text.slice(0, maxSearchText).trim();
  const whole = withoutNames(trimmed)
    .replace(/^["'`]|["'`]$/g, "")
    .replace(/^bearer +/i, "");
  const credential =
    inParameters(trimmed) ??
    inBasic(trimmed) ??
    [...(/[\s"'&,;]|:\/\//.test(whole) ? [] : [whole]), ...parts(whole)].find(isShaped);
  return credential === undefined ? undefined : new Secret(credential);
}

/** Of OAuth 1.0a, in a header, a form, or a base string. A callback, a nonce, or a signature is no credential. */
function inParameters(text: string): string | undefined {
  return /\boauth_(?:token|consumer_key)(?:=|%3D)"?([\w.~-]+)/.exec(text)?.[1];
}

/** The password of a Basic header is the consumer secret (RFC 6749 §2.3.1). */
function inBasic(text: string): string | undefined {
  const [header = ""] = /\bbasic +[\w+/-]{8,}=*/i.exec(text) ?? [];
  const password = parseBasicCredentials(header)?.passwords.at(-1);
  return password !== undefined && /^[!-~]+$/.test(password) ? password : undefined;
}

/** A name before `=` or `:` may look like a credential. A value in Base64 may end with `=`, and a URL has `://`. */
function withoutNames(text: string): string {
  return text.replace(/[\w.-]+["'`]?(?:\s*:\s*|=|\s+=\s+)(?=\\?["'`]?[\w+/-](?!\/))/g, "");
}

/** Invisible characters separate words, as spaces do. */
function parts(text: string): readonly string[] {
  return text
    .split(/(?:[^!-~]|["'`<>,;&?#()])+/)
    .flatMap((one) => (one.includes("://") ? one.split("/") : [one]))
    .map((one) => one.replace(/^[.:[\]{}|*\\]+|[.:[\]{}|*\\]+$/g, ""));
}

function isShaped(text: string): boolean {
  if (/^cs_live_./.test(text)) return true;
  if (isPublicName(text) || !/^[!-~]{20,}$/.test(text)) return false;
  if (/^[A-Z]?[a-z]+$/.test(text)) return false;
  return (/[A-Za-z]/.test(text) && /\d/.test(text)) || (/[a-z]/.test(text) && /[A-Z]/.test(text));
}

/** An email address, a URL's host, or the ID of a request. */
function isPublicName(text: string): boolean {
  return (
    /^[^@]+@[^@]+\.[A-Za-z]{2,}$/.test(text) ||
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?$/i.test(text) ||
    isRequestId(text)
  );
}
