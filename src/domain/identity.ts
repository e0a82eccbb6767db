/** Accounts at other services, with which people sign in here: OpenID Connect Core 1.0 §2 and §5.7. */
import type { PasswordHash } from "./password-hash.ts";
import type { User } from "./user.ts";

/** Who somebody is at an identity provider. Nothing else says so: not an email address, and not a name. */
export interface IdentityKey {
  /** The provider's `iss`, compared as it stands. */
  readonly issuer: string;
  /** Its `sub`: never given to somebody else (OpenID Connect Core 1.0 §8). */
  readonly subject: string;
}

export interface Identity extends IdentityKey {
  /** Milliseconds since the epoch. */
  readonly linkedAt: number;
}

/** Whose account an identity opens. */
export interface IdentityHolder {
  readonly user: User;
  readonly passwordHash: PasswordHash;
}

/** The ways in that the service offers. */
export interface WaysIn {
  readonly passwords: boolean;
  readonly issuers: readonly string[];
}

/** An account has no more. */
export const mostIdentities = 10;

/** What can be kept. A subject has at most 255 ASCII characters (§2); an issuer is an https URL without query or fragment. */
export function isIdentityKey({ issuer, subject }: IdentityKey): boolean {
  return /^[\x21-\x7e]{1,500}$/.test(issuer) && /^[\x20-\x7e]{1,255}$/.test(subject);
}

/**
 * In place of a password's hash: there is no password. It has the form of one, so that versions that know no such
 * account compare with it as with any other; the tag is chance, and no password is known that makes it.
 */
export function noPasswordHash(random: (bytes: number) => Uint8Array): PasswordHash {
  const salt = Buffer.from([...Buffer.from(saltOfNone), ...random(6)]).toString("base64");
  const tag = Buffer.from(random(32)).toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}`;
}

/** Whether it is the hash of a password. */
export function isPasswordHash(passwordHash: string): boolean {
  return !passwordHash.includes(`$${Buffer.from(saltOfNone).toString("base64")}`);
}

/** Twelve bytes, which are 16 whole characters of base64: no salt that chance makes begins with them. */
const saltOfNone = "no password ";
