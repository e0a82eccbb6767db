export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Days since the epoch, in UTC. Last use is stored no more precisely than that. */
export function dayOf(now: number): number {
  return Math.floor(now / dayMs);
}

export function beginningOf(day: number): number {
  return day * dayMs;
}
