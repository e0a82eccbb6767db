/**
 * Values that count only once, such as the state of a sign-in at an identity provider. The nonce store
 * remembers them until their timestamp leaves the window. With the middle of their life as timestamp, and a
 * life as long as the window is wide, that is their whole life.
 */
import type { SpentNonce } from "./ports/nonce-store.ts";
import { timestampWindowSeconds } from "./timestamp.ts";

export const oneTimeLifeMs = 2 * timestampWindowSeconds * 1000;

export function oneTimeNonce(scope: string, value: string, madeAt: number): SpentNonce {
  return { scope, nonce: value, timestamp: Math.floor(madeAt / 1000) + timestampWindowSeconds };
}
