/**
 * Proxies and HTTP libraries resend a request whose answer they did not get, and a resent signed request
 * is a replay. A question may name its attempt: the same id with the same bytes is answered with the same
 * verdict for ten seconds. Within that time whoever holds the secret of the private address could repeat
 * a request; nobody else can name an attempt.
 */
import { hash } from "node:crypto";
import { BadQuestion, type Question } from "./question.ts";

export interface Attempts<Verdict> {
  /** The verdict on this attempt, found once. Throws `BadQuestion` where the id stood for other bytes. */
  once(
    question: Question,
    now: number,
    find: () => Promise<Verdict>,
    isFinal: (verdict: Verdict) => boolean,
  ): Promise<Verdict>;
}

export const attemptLifeMs = 10_000;
/** Beyond these the oldest are forgotten: a resent request is then refused as a replay. */
export const mostAttempts = 10_000;

/** In memory, for one process: a proxy has to resend to the node that it asked. */
export function openAttempts<Verdict>(): Attempts<Verdict> {
  const known = new Map<string, { bytes: string; until: number; verdict: Promise<Verdict> }>();

  return {
    async once(question, now, find, isFinal) {
      const { attempt } = question;
      if (attempt === undefined) return find();
      forget(now);
      const bytes = bytesOf(question);
      const found = known.get(attempt);
      if (found !== undefined && found.until > now) {
        if (found.bytes === bytes) return found.verdict;
        throw new BadQuestion(
          "this attempt id was used for another request; every request needs its own",
        );
      }
      const verdict = find();
      known.delete(attempt);
      known.set(attempt, { bytes, until: now + attemptLifeMs, verdict });
      try {
        const found = await verdict;
        if (!isFinal(found)) known.delete(attempt);
        return found;
      } catch (error) {
        known.delete(attempt);
        throw error;
      }
    },
  };

  /** The map is in the order of insertion, and so of age. */
  function forget(now: number): void {
    for (const [attempt, { until }] of known) {
      if (until > now && known.size < mostAttempts) return;
      known.delete(attempt);
    }
  }
}

/** Everything that the verdict depends on. JSON quotes each member, so no two questions look alike. */
function bytesOf({ attempt: _, ...question }: Question): string {
  return hash("sha256", JSON.stringify(question), "base64url");
}
