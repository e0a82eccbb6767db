/**
 * The time by which the service forgets. It follows the clock, but follows a jump forward only after the
 * clock has stayed there for a while: if the clock is wrong for a minute, the service must not forget nonces
 * and sessions that it needs once the clock is right again.
 */
import { timestampWindowSeconds } from "../../domain/timestamp.ts";

/**
 * After this time, no nonce from before the jump matters even if the clock comes back: timestamps up to one
 * window ahead had been accepted, and those from one window ago still are, plus a minute because the nonce
 * store counts in minutes.
 */
export const settleMs = 2 * timestampWindowSeconds * 1000 + 60_000;

/** The nonce store keeps this much beyond the window. After a smaller jump it still has everything that is needed. */
const smallMs = 60_000;
/** Smaller jumps are normal. */
const noticedMs = 5000;

/**
 * The function returned must be called every few seconds. `over` is a time that had passed before the start;
 * from there to the clock's time counts as a jump too. `jumped` is called once per jump with its
 * milliseconds, negative if backwards.
 */
export function jumpTolerantClock(
  clock: () => number,
  monotonic: () => number,
  over: number | undefined,
  jumped: (ms: number) => void,
): () => number {
  let wall = clock();
  let steady = monotonic();
  let settled = Math.min(wall, over ?? wall);
  let aheadSince: number | undefined;
  if (over !== undefined && wall < over - noticedMs) jumped(wall - over);

  return function now() {
    const [wallBefore, steadyBefore] = [wall, steady];
    wall = clock();
    steady = monotonic();
    const passed = steady - steadyBefore;
    const jump = wall - wallBefore - passed;
    if (Math.abs(jump) >= noticedMs) jumped(jump);
    settled = follow(settled + passed);
    return settled;
  };

  function follow(expected: number): number {
    if (wall <= expected + smallMs) {
      aheadSince = undefined;
      return wall;
    }
    aheadSince ??= steady;
    if (steady - aheadSince < settleMs) return expected;
    aheadSince = undefined;
    return wall;
  }
}
