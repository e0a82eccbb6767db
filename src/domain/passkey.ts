/** Passkeys: W3C Web Authentication Level 3 (WebAuthn). */
import { hash } from "node:crypto";
import type { UserId } from "./credentials.ts";
import type { PasswordHash } from "./password-hash.ts";
import { typedText } from "./typed-text.ts";
import type { User } from "./user.ts";

declare const brand: unique symbol;

/** A credential id, which its authenticator chose, in base64url. */
export type PasskeyId = string & { readonly [brand]: "PasskeyId" };

/** WebAuthn §5.8.4. A browser needs them to find the authenticator again; others are not kept. */
const passkeyTransports = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
] as const;
type PasskeyTransport = (typeof passkeyTransports)[number];

export interface Passkey {
  readonly id: PasskeyId;
  /** The person's own word for it. */
  readonly name: string;
  readonly transports: readonly PasskeyTransport[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
}

export interface NewPasskey extends Pick<Passkey, "id" | "name" | "transports"> {
  /** As COSE has it (RFC 9052 §7). */
  readonly publicKey: Uint8Array;
  /** 0 from an authenticator that does not count. */
  readonly signCount: number;
}

/** Whom a passkey signs in. */
export interface PasskeyHolder {
  readonly user: User;
  readonly passwordHash: PasswordHash;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly name: string;
}

/** An account has no more. */
export const mostPasskeys = 20;

/** In characters. */
const passkeyNameMax = 50;

/** A credential id has at most 1023 bytes (§5.8.3). */
export function passkeyId(text: string): PasskeyId | undefined {
  return /^[A-Za-z0-9_-]{1,1364}$/.test(text) ? (text as PasskeyId) : undefined;
}

export function isTransport(value: unknown): value is PasskeyTransport {
  return passkeyTransports.some((one) => one === value);
}

/**
 * What is kept of the name that was typed. Nothing is refused: by the time that the service reads it, the
 * authenticator has made the passkey. `otherwise`: for one without a name.
 */
export function passkeyName(typed: string, otherwise: string): string {
  const name = typed.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return typedText([...name].slice(0, passkeyNameMax).join("")) || otherwise;
}

/** The user handle (§5.4.3), in base64url: authenticators show it to other programs, so it says nothing of the person. */
export function passkeyUserHandle(userId: UserId): string {
  return hash("sha256", `passkey user handle\0${userId}`, "base64url");
}
