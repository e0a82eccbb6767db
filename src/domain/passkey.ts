/** W3C Web Authentication Level 3 (WebAuthn). */
import { hash } from "node:crypto";
import type { PasswordHash, UserId } from "./credentials.ts";
import { typedText } from "./typed-text.ts";
import type { User } from "./user.ts";

declare const brand: unique symbol;

/** The authenticator chooses it; it is in base64url. */
export type PasskeyId = string & { readonly [brand]: "PasskeyId" };

/** WebAuthn §5.8.4. Browsers need them to find the authenticator again. Unknown ones are dropped. */
export const passkeyTransports = [
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
  readonly name: string;
  readonly transports: readonly PasskeyTransport[];
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
}

export interface NewPasskey extends Pick<Passkey, "id" | "name" | "transports"> {
  /** A COSE key (RFC 9052 §7). */
  readonly publicKey: Uint8Array;
  /** 0 for an authenticator without a counter. */
  readonly signCount: number;
}

export interface PasskeyHolder {
  readonly user: User;
  readonly passwordHash: PasswordHash;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly name: string;
}

export const maxPasskeys = 20;

/** The limit is in characters. */
const passkeyNameMax = 50;

/** In characters of base64url: a credential ID has at most 1023 bytes (§5.8.3). */
export const maxPasskeyIdLength = 1364;

export function passkeyId(text: string): PasskeyId | undefined {
  const fits = /^[A-Za-z0-9_-]+$/.test(text) && text.length <= maxPasskeyIdLength;
  return fits ? (text as PasskeyId) : undefined;
}

export function isTransport(value: unknown): value is PasskeyTransport {
  return passkeyTransports.some((one) => one === value);
}

/** Rejects nothing, because the authenticator has already created the passkey. */
export function passkeyName(text: string, otherwise: string): string {
  const name = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return typedText([...name].slice(0, passkeyNameMax).join("")) || otherwise;
}

/** The user handle (§5.4.3), in base64url. Authenticators show it to others, so it reveals nothing about the user. */
export function passkeyUserHandle(userId: UserId): string {
  return hash("sha256", `passkey user handle\0${userId}`, "base64url");
}
