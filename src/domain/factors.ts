/** What people set up beside their password, and the sign-ins that wait for it. */
import { hash } from "node:crypto";
import type { Random, RequestToken, TokenDigest, UserId } from "./credentials.ts";
import { type Passkey, type PasskeyId, passkeyId } from "./passkey.ts";
import type { PasswordHash } from "./password-hash.ts";
import type { Proof } from "./proofs.ts";
import type { ProvedSession, ProviderSession } from "./session.ts";

/** What somebody has set up. `since` in milliseconds since the epoch. */
export interface Factors {
  /** An authenticator app (RFC 6238). */
  readonly totp: { readonly since: number } | undefined;
  /** In the order in which they were added. */
  readonly passkeys: readonly Passkey[];
  /** How many are left. */
  readonly recoveryCodes: number;
}

/** Recovery codes alone are none: they stand in for one that was lost. */
export function hasSecondFactor({ totp, passkeys }: Pick<Factors, "totp" | "passkeys">): boolean {
  return totp !== undefined || passkeys.length > 0;
}

/** One of them. */
export type FactorKey =
  | { readonly kind: "totp" }
  | { readonly kind: "passkey"; readonly id: PasskeyId };

/** As operators name it: `totp`, or `passkey:` and the credential id. */
export function writtenFactor(factor: FactorKey): string {
  return factor.kind === "totp" ? factor.kind : `passkey:${factor.id}`;
}

export function readFactor(written: string): FactorKey | undefined {
  if (written === "totp") return { kind: "totp" };
  const id = written.startsWith("passkey:") ? passkeyId(written.slice(8)) : undefined;
  return id && { kind: "passkey", id };
}

/** A second proof that was found right; the ledger decides whether it was used before. */
export type SecondProof =
  | { readonly kind: "totp"; readonly step: number; readonly at: number }
  | { readonly kind: "recovery-code"; readonly digest: TokenDigest; readonly at: number }
  | {
      readonly kind: "passkey";
      readonly id: PasskeyId;
      /** What its authenticator counts; it is spent where that went on. */
      readonly signCount: number;
      readonly at: number;
    };

/** An identity that was proved at its provider once more. */
export interface IdentityProof {
  readonly kind: "identity-provider" | "strong-identity-provider";
  readonly identity: ProvedSession;
  /** When credentials were entered there, in milliseconds since the epoch. */
  readonly at: number;
}

/** A sign-in after its first step. It opens nothing but the page of the second. */
export interface WaitingSignIn {
  readonly userId: UserId;
  readonly screenName: string;
  readonly proofs: readonly Proof[];
  /** The request token whose page asked for the sign-in. */
  readonly signedInFor: RequestToken | undefined;
  readonly provider?: ProviderSession | undefined;
}

export interface NewSignIn extends Omit<WaitingSignIn, "screenName"> {
  readonly digest: TokenDigest;
  /** The hash that the password was right for. */
  readonly passwordHash: PasswordHash;
  /** Where an identity at another service was proved, not the password: it has to be the user's still, and signed in there. */
  readonly identity?: ProvedSession;
  readonly expiresAt: number;
}

/** How long a sign-in waits for its second step, in milliseconds. */
export const waitingSignInMs = 10 * 60_000;

/**
 * A person has no more; one more ends the one that was begun first. So many that somebody who has the password, and who
 * begins them from several networks, does not end those of the person while they type a code.
 */
export const mostWaitingSignIns = 500;

export const recoveryCodeCount = 10;

/** 16 of 32 characters are 80 bits: nobody guesses one, and nobody finds one from its digest. Without i, l, o and u, which are misread. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ten different ones, as they are shown: `4k2p-9xwd-71ht-qz5e`. */
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

/** What a recovery code is kept as; undefined for what cannot be one. Case and hyphens do not matter, and look-alikes are read as what they look like. */
export function recoveryCodeDigest(userId: UserId, typed: string): TokenDigest | undefined {
  if (typed.length > 40) return undefined;
  const code = typed.toLowerCase().replace(/[\s-]/g, "").replace(/[il]/g, "1").replace(/o/g, "0");
  if (!/^[0-9a-hjkmnp-tv-z]{16}$/.test(code)) return undefined;
  return hash("sha256", `recovery code\0${userId}\0${code}`, "base64url") as TokenDigest;
}

/** What the secret of an authenticator app is sealed for. */
export function totpIdentity(userId: UserId | number | string): string {
  return `totp.secret:${userId}`;
}

/** What it is sealed for while it is on a page and no code of it was typed yet. */
export function offeredTotpIdentity(userId: UserId): string {
  return `offered totp secret:${userId}`;
}
