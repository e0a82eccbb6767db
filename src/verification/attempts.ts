/**
 * Proxies and HTTP libraries resend a request whose answer they did not get, and a resent signed request
 * is a replay. A question may name its attempt: for ten seconds the same id with the same bytes is answered
 * with the same verdict, unless the credentials have lost their access since. Within that time a server with the
 * secret of the private address could repeat a request; nobody else can name an attempt.
 */
import { hash } from "node:crypto";
import { BadQuestion, type Question } from "./question.ts";

export interface Attempts<Verdict> {
  /** The verdict on this attempt, found once. Throws `BadQuestion` where the id stood for other bytes. */
  once(question: Question, now: number, judging: Judging<Verdict>): Promise<Verdict>;
}

export interface Judging<Verdict> {
  find(): Promise<Verdict>;
  /** What a repeated attempt gets; `at` is when its verdict was found. */
  repeat(verdict: Verdict, at: number): Promise<Verdict>;
  /** One that is not is forgotten: the next try is a first one. */
  isFinal(verdict: Verdict): boolean;
}

export const attemptLifeMs = 10_000;
/** Beyond these the oldest are forgotten: a resent request is then refused as a replay. */
export const mostAttempts = 10_000;

/** In memory, for one process: a proxy has to resend to the node that it asked. */
export function openAttempts<Verdict>(): Attempts<Verdict> {
  // Two ages: the older one is dropped whole, because a map that loses its first entries is slow to walk.
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
