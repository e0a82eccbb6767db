/** Days since the epoch, in UTC: as exactly as it is kept who used what. */
export function dayOf(now: number): number {
  return Math.floor(now / 86_400_000);
}

export function beginningOf(day: number): number {
  return day * 86_400_000;
}
