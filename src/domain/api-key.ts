/** A key with which an administrator's program calls the admin API. */
import { type Overlap, overlaps } from "./application.ts";
import {
  type ApiKeyId,
  mintApiKeySecret,
  mintUserId,
  type Random,
  type Secret,
  type TokenDigest,
  tokenDigest,
} from "./credentials.ts";
import type { StoredFields } from "./fields/field.ts";

/** A viewer reads; a manager also changes. */
export const apiKeyRoles = ["viewer", "manager"] as const;
export type ApiKeyRole = (typeof apiKeyRoles)[number];

export interface ApiKey {
  /** A rotated key keeps it, with the name. */
  readonly id: ApiKeyId;
  /** Unique. Audit events name it as the actor. */
  readonly name: string;
  /** The beginning of the key, by which its holder recognizes it. */
  readonly prefix: string;
  readonly role: ApiKeyRole;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** Undefined if the key is still the one that was created. */
  readonly rotatedAt: number | undefined;
  /** When the key that was replaced last stopped working, or will. Undefined if it stopped at once. */
  readonly previousUntil: number | undefined;
  /** The time of the last call, rounded to the minute. */
  readonly lastUsedAt: number | undefined;
  /** The address of that call; of IPv6, the network. */
  readonly lastUsedFrom: string | undefined;
  /** The actor of the event: `user:<id>` or `command-line`. */
  readonly createdBy: string;
}

export const apiKeyFields = {
  id: { kind: "id" },
  name: { kind: "text" },
  prefix: { kind: "text" },
  role: { kind: "text" },
  createdAt: { kind: "time" },
  expiresAt: { kind: "time" },
  rotatedAt: { kind: "time" },
  previousUntil: { kind: "time" },
  lastUsedAt: { kind: "time" },
  lastUsedFrom: { kind: "text" },
  createdBy: { kind: "text" },
} as const satisfies StoredFields<ApiKey>;

/** A key outlives the administrator who created it, so that nothing stops when someone leaves. */
export interface ListedApiKey extends ApiKey {
  /** Undefined if no user created it, or if the user was deleted. */
  readonly creatorScreenName: string | undefined;
}

/** The one that a call was made with: the present one, or the previous one, whose overlap may have ended. */
export interface FoundApiKey extends ApiKey {
  readonly isPrevious: boolean;
}

/** The key itself is shown once; the database has its digest. */
export interface NewApiKey
  extends Pick<ApiKey, "id" | "name" | "prefix" | "role" | "createdAt" | "expiresAt"> {
  readonly digest: TokenDigest;
}

/** A new key under the name and the ID of one that is there. */
export interface ApiKeyRotation extends Pick<NewApiKey, "id" | "prefix" | "digest" | "expiresAt"> {
  /** The beginning of the key that it replaces. */
  readonly replaces: string;
  readonly overlap: Overlap;
  /** Not after `now` if the previous key stops at once. */
  readonly previousUntil: number;
  readonly now: number;
}

export const neverRotated = { rotatedAt: undefined, previousUntil: undefined } as const;
export const neverUsed = { lastUsedAt: undefined, lastUsedFrom: undefined } as const;

export type WantedApiKey = Pick<ApiKey, "name" | "role" | "expiresAt">;

export function newApiKey(
  { name, role, expiresAt }: WantedApiKey,
  random: Random,
  now: number,
): { readonly secret: Secret; readonly key: NewApiKey } {
  const id = mintUserId(random) as string as ApiKeyId;
  const { secret, prefix, digest } = newSecret(random);
  return { secret, key: { id, name, prefix, role, createdAt: now, expiresAt, digest } };
}

/** The previous key works until the overlap ends, and never longer than it would have. */
export function rotatedApiKey(
  key: ApiKey,
  { overlap, expiresAt }: Pick<ApiKeyRotation, "overlap" | "expiresAt">,
  random: Random,
  now: number,
): { readonly secret: Secret; readonly rotation: ApiKeyRotation } {
  const { id, prefix: replaces, expiresAt: until } = key;
  const { secret, prefix, digest } = newSecret(random);
  const previousUntil = Math.min(now + overlaps[overlap], until ?? Number.POSITIVE_INFINITY);
  const times = { expiresAt, previousUntil, now };
  return { secret, rotation: { id, replaces, prefix, digest, overlap, ...times } };
}

function newSecret(random: Random) {
  const secret = mintApiKeySecret(random);
  const prefix = secret.reveal().slice(0, shownCharacters);
  return { secret, prefix, digest: tokenDigest(secret.reveal()) };
}

/** `cs_live_`, and four characters that distinguish keys. The other 39 are too many to guess. */
const shownCharacters = "cs_live_".length + 4;

export function isApiKeyRole(text: string | undefined): text is ApiKeyRole {
  return apiKeyRoles.some((role) => role === text);
}

/** The days after which a key from the page expires. */
export const apiKeyLives = ["30", "90", "365", "never"] as const;
export type ApiKeyLife = (typeof apiKeyLives)[number];

/** Audit events contain the name as `api-key:NAME`. */
export function isApiKeyName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);
}

export const apiKeyNameForm =
  "1 to 64 letters (A to Z), digits, dots, hyphens, or underscores, the first a letter or digit";

/** A day's use needs no second write within this time. */
export const apiKeyUseStepMs = 60_000;

export function works(key: FoundApiKey, now: number): boolean {
  return key.isPrevious ? previousWorks(key, now) : !isExpired(key, now);
}

/** Until then, the key cannot be rotated again. */
export function previousWorks({ previousUntil }: Pick<ApiKey, "previousUntil">, now: number) {
  return previousUntil !== undefined && previousUntil > now;
}

/** So many days before a key expires, each time once, an event says so. */
export const apiKeyWarningDays = [3, 14] as const;
export type ApiKeyWarningDays = (typeof apiKeyWarningDays)[number];

export function isExpired({ expiresAt }: Pick<ApiKey, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}
