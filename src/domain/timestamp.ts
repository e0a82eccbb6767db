/** The time window of signed requests (RFC 5849 §3.3). It bounds the replay book. */
export const timestampWindowSeconds = 300;

/** `timestamp` in seconds, `now` in milliseconds since the epoch. */
export function timestampIsInWindow(timestamp: number, now: number): boolean {
  return Math.abs(timestamp - Math.floor(now / 1000)) <= timestampWindowSeconds;
}
