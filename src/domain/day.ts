/** Days since the epoch, in UTC: as exactly as it is kept who used what. */
export function dayOf(now: number): number {
  return Math.floor(now / 86_400_000);
}
