/** OpenID Connect Core 1.0 §2 and §5.7. */

import type { PasswordHash } from "./credentials.ts";
import type { User } from "./user.ts";

/** This identifies a user at an identity provider. Email addresses and names do not. */
export interface IdentityKey {
  /** The provider's `iss`, compared byte for byte. */
  readonly issuer: string;
  /** The provider's `sub`, which it never gives to another user (OpenID Connect Core 1.0 §8). */
  readonly subject: string;
}

export interface Identity extends IdentityKey {
  readonly linkedAt: number;
}

export interface IdentityHolder {
  readonly user: User;
  readonly passwordHash: PasswordHash;
}

export interface SignInMethods {
  readonly passwords: boolean;
  readonly issuers: readonly string[];
}

export const maxIdentities = 10;

/** A subject has at most 255 ASCII characters (§2); an issuer is an https URL without query or fragment. */
export function isIdentityKey({ issuer, subject }: IdentityKey): boolean {
  return /^[\x21-\x7e]{1,500}$/.test(issuer) && /^[\x20-\x7e]{1,255}$/.test(subject);
}

/** No known password matches its random tag. It has a hash's format, so that older versions compare as usual. */
export function noPasswordHash(random: (bytes: number) => Uint8Array): PasswordHash {
  const salt = Buffer.from([...Buffer.from(saltOfNone), ...random(6)]).toString("base64");
  const tag = Buffer.from(random(32)).toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}`;
}

export function isPasswordHash(passwordHash: string): boolean {
  return !passwordHash.includes(`$${Buffer.from(saltOfNone).toString("base64")}`);
}

/** Twelve bytes are exactly 16 characters of base64. No random salt begins with them. */
const saltOfNone = "no password ";
