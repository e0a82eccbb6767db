import type { Dependencies } from "../dependencies.ts";
import { type LimitName, secondsUntilReset } from "../domain/limits.ts";

/** Counts one try of a form against a limit of its own, in addition to that of the page. */
export async function countTry(
  limit: LimitName,
  key: string,
  { rateMeter, clock }: Dependencies,
): Promise<{ readonly admitted: boolean; readonly retryAfterSeconds: number }> {
  const now = clock();
  const standing = await rateMeter.hit(limit, key, now);
  if (standing === undefined) return { admitted: true, retryAfterSeconds: 0 };
  return {
    admitted: standing.admitted,
    retryAfterSeconds: secondsUntilReset(standing, now),
  };
}
