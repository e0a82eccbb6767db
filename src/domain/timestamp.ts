/** The time window of signed requests (RFC 5849 §3.3) in both directions. It bounds the nonce store. */
export const timestampWindowSeconds = 300;

/** `timestamp` is in seconds, `now` in milliseconds since the epoch. */
export function timestampIsInWindow(timestamp: number, now: number): boolean {
  return Math.abs(timestamp - Math.floor(now / 1000)) <= timestampWindowSeconds;
}

/** Returns the unit of a timestamp that should be in seconds, if it is a finer one. `now` is in milliseconds. */
export function likelyUnit(
  timestamp: number,
  now: number,
): "milliseconds" | "microseconds" | undefined {
  if (isNear(timestamp / 1000, now)) return "milliseconds";
  if (isNear(timestamp / 1_000_000, now)) return "microseconds";
  return undefined;
}

/** Within ten years, seconds, milliseconds and microseconds can't be confused. */
function isNear(seconds: number, now: number): boolean {
  return Math.abs(seconds - now / 1000) < 10 * 365 * 86_400;
}
