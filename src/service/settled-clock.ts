/**
 * The time by which the service forgets. It follows the clock, but a jump forward only after the clock has
 * stayed there for a while: a clock that is wrong for a minute must not make the service forget nonces
 * and sessions that it needs as soon as the clock is right again.
 */
import { timestampWindowSeconds } from "../domain/timestamp.ts";

/**
 * By then no nonce from before the jump matters to a clock that comes back: timestamps up to one window
 * ahead had been accepted, and those of one window ago still are; a minute, because the book counts in
 * minutes.
 */
export const settleMs = 2 * timestampWindowSeconds * 1000 + 60_000;

/** What the replay book keeps beyond the window: a smaller jump makes it forget nothing that is needed. */
const smallMs = 60_000;
/** A smaller one happens every day. */
const noticedMs = 5000;

/**
 * Asked every few seconds. `over`: a time that was over before the start; from there to the clock's
 * time is a jump like another. `jumped` is called once for each jump, with its milliseconds, negative for
 * one back.
 */
export function settledClock(
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
