/** A key with which an administrator's program calls the admin API. */
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
  readonly id: ApiKeyId;
  /** Unique. Audit events name it as the actor. */
  readonly name: string;
  /** The beginning of the key, by which its holder recognizes it. */
  readonly prefix: string;
  readonly role: ApiKeyRole;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** The time of the last call, rounded to the minute. */
  readonly lastUsedAt: number | undefined;
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
  lastUsedAt: { kind: "time" },
  createdBy: { kind: "text" },
} as const satisfies StoredFields<ApiKey>;

/** A key outlives the administrator who created it, so that nothing stops when someone leaves. */
export interface ListedApiKey extends ApiKey {
  /** Undefined if no user created it, or if the user was deleted. */
  readonly creatorScreenName: string | undefined;
}

/** The key itself is shown once; the database has its digest. */
export interface NewApiKey extends Omit<ApiKey, "lastUsedAt" | "createdBy"> {
  readonly digest: TokenDigest;
}

export type WantedApiKey = Pick<ApiKey, "name" | "role" | "expiresAt">;

export function newApiKey(
  { name, role, expiresAt }: WantedApiKey,
  random: Random,
  now: number,
): { readonly secret: Secret; readonly key: NewApiKey } {
  const secret = mintApiKeySecret(random);
  const id = mintUserId(random) as string as ApiKeyId;
  const prefix = secret.reveal().slice(0, shownCharacters);
  const digest = tokenDigest(secret.reveal());
  return { secret, key: { id, name, prefix, role, createdAt: now, expiresAt, digest } };
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

export function isExpired({ expiresAt }: Pick<ApiKey, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}
