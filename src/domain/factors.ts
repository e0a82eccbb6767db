import { hash } from "node:crypto";
import { typedCode } from "./ascii-digits.ts";
import type { AuthEvent } from "./auth-events.ts";
import type { PasswordHash, Random, RequestToken, TokenDigest, UserId } from "./credentials.ts";
import { type Passkey, type PasskeyId, passkeyId } from "./passkey.ts";
import type { AuthenticatedSession, ProviderSession } from "./session.ts";

export interface Factors {
  readonly totp: { readonly since: number } | undefined;
  /** Ordered by when they were added. */
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodes: number;
}

/** Recovery codes alone do not count: they replace a factor that was lost. */
export function hasSecondFactor({ totp, passkeys }: Pick<Factors, "totp" | "passkeys">): boolean {
  return totp !== undefined || passkeys.length > 0;
}

export type FactorKey =
  | { readonly kind: "totp" }
  | { readonly kind: "passkey"; readonly id: PasskeyId };

/** Administrators write it as `totp`, or `passkey:` and the credential ID. */
export function writtenFactor(factor: FactorKey): string {
  return factor.kind === "totp" ? factor.kind : `passkey:${factor.id}`;
}

export function readFactor(written: string): FactorKey | undefined {
  if (written === "totp") return { kind: "totp" };
  const id = written.startsWith("passkey:") ? passkeyId(written.slice(8)) : undefined;
  return id && { kind: "passkey", id };
}

/** The factor is correct. The database decides whether it was used before. */
export type SecondFactorEvent =
  | { readonly kind: "totp"; readonly step: number; readonly at: number }
  | { readonly kind: "recovery-code"; readonly digest: TokenDigest; readonly at: number }
  | {
      readonly kind: "passkey";
      readonly id: PasskeyId;
      /** The authenticator's counter must have advanced for the passkey to be accepted. */
      readonly signCount: number;
      readonly at: number;
    };

export interface IdentityEvent {
  readonly kind: "identity-provider" | "strong-identity-provider";
  readonly identity: AuthenticatedSession;
  readonly at: number;
}

/** It only gives access to the page of the second step. */
export interface WaitingSignIn {
  readonly userId: UserId;
  readonly screenName: string;
  readonly authEvents: readonly AuthEvent[];
  /** The request token whose page led to the sign-in. */
  readonly signedInFor: RequestToken | undefined;
  readonly provider?: ProviderSession | undefined;
}

export interface NewSignIn extends Omit<WaitingSignIn, "screenName"> {
  readonly digest: TokenDigest;
  readonly passwordHash: PasswordHash;
  /** The identity must still be the user's, and its sign-in must not have ended at the provider. */
  readonly identity?: AuthenticatedSession;
  readonly expiresAt: number;
}

export const waitingSignInMs = 10 * 60_000;

/** A sign-in beyond this many ends the user's oldest. */
export const maxWaitingSignIns = 500;

export const recoveryCodeCount = 10;

/** 16 characters of 32 carry 80 bits, too many to guess. The easily misread i, l, o and u are left out. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns ten different codes as they are shown, such as `4k2p-9xwd-71ht-qz5e`. */
export function mintRecoveryCodes(random: Random): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(mintCode(random));
  return [...codes];
}

function mintCode(random: Random): string {
  const letters = Array.from(random(16), (byte) => alphabet.charAt(byte % alphabet.length)).join(
    "",
  );
  return letters.replace(/.{4}(?=.)/g, "$&-");
}

/**
 * Returns undefined if it can't be a code. Case and hyphens don't count, and letters are read as digits that they
 * resemble.
 */
export function recoveryCodeDigest(userId: UserId, typed: string): TokenDigest | undefined {
  if (typed.length > 40) return undefined;
  const code = typedCode(typed).toLowerCase().replace(/[il]/g, "1").replace(/o/g, "0");
  if (!/^[0-9a-hjkmnp-tv-z]{16}$/.test(code)) return undefined;
  return hash("sha256", `recovery code\0${userId}\0${code}`, "base64url") as TokenDigest;
}

/** The secret of an authenticator app is bound to this when it is encrypted. */
export function totpIdentity(userId: UserId | number | string): string {
  return `totp.secret:${userId}`;
}

/** The secret is bound to this while it is only on a page and no code was entered yet. */
export function offeredTotpIdentity(userId: UserId): string {
  return `offered totp secret:${userId}`;
}

/** New recovery codes, as they are shown once and as they are stored. */
export function newRecoveryCodes(
  userId: UserId,
  random: Random,
): { readonly shown: readonly string[]; readonly digests: readonly TokenDigest[] } {
  const shown = mintRecoveryCodes(random);
  const digests = shown.map((code) => recoveryCodeDigest(userId, code));
  return { shown, digests: digests.filter((digest) => digest !== undefined) };
}
