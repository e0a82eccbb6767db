/**
 * Proxies and HTTP libraries resend a request if they did not get the response, and a resent signed request is
 * a replay. A question can therefore name its attempt: for ten seconds the same id with the same bytes gets the
 * same verdict, unless the credentials have lost their access since. Within that time, a server with the secret
 * of the private address could repeat a request; nobody else can name an attempt.
 */
import { hash } from "node:crypto";
import { BadQuestion, type Question } from "./question.ts";

export interface Attempts<Verdict> {
  /** The verdict on this attempt, computed once. Throws `BadQuestion` if the id was used for other bytes. */
  once(question: Question, now: number, judging: Judging<Verdict>): Promise<Verdict>;
}

export interface Judging<Verdict> {
  find(): Promise<Verdict>;
  /** The verdict for a repeated attempt; `at` is when the first one was computed. */
  repeat(verdict: Verdict, at: number): Promise<Verdict>;
  /** If not, it is forgotten, and the next try counts as the first. */
  isFinal(verdict: Verdict): boolean;
}

export const attemptLifeMs = 10_000;
/** Beyond this the oldest are forgotten, and a resent request is refused as a replay. */
export const mostAttempts = 10_000;

/** In memory, for one process, so a proxy must resend to the same node. */
export function openAttempts<Verdict>(): Attempts<Verdict> {
  // Two generations: the older one is dropped as a whole, because a map that has lost its first entries is slow
  // to iterate.
  let recent: Generation<Verdict> = new Map();
  let older: Generation<Verdict> = new Map();
  let recentSince = Number.NEGATIVE_INFINITY;

  return {
    async once(question, now, { find, repeat, isFinal }) {
      const { attempt } = question;
      if (attempt === undefined) return find();
      forget(now);
      const bytes = bytesOf(question);
      const found = recent.get(attempt) ?? older.get(attempt);
      if (found !== undefined && stands(found.at, now)) {
        if (found.bytes === bytes) return repeat(await found.verdict, found.at);
        throw new BadQuestion(
          "this attempt id was used for another request; every request needs its own",
        );
      }
      const verdict = find();
      const generation = recent;
      older.delete(attempt);
      generation.set(attempt, { bytes, at: now, verdict });
      try {
        const found = await verdict;
        if (!isFinal(found)) generation.delete(attempt);
        return found;
      } catch (error) {
        generation.delete(attempt);
        throw error;
      }
    },
  };

  function forget(now: number): void {
    if (stands(recentSince, now) && recent.size < mostAttempts / 2) return;
    older = recent;
    recent = new Map();
    recentSince = now;
  }
}

type Generation<Verdict> = Map<string, { bytes: string; at: number; verdict: Promise<Verdict> }>;

function stands(at: number, now: number): boolean {
  return Math.abs(now - at) < attemptLifeMs;
}

/** Everything that the verdict depends on. JSON quotes each member, so no two questions look alike. */
function bytesOf({ attempt: _, ...question }: Question): string {
  return hash("sha256", JSON.stringify(question), "base64url");
}
