/**
 * Proxies and HTTP libraries resend a request if they did not get the response, and a resent signed request is
 * a replay. A verification request can therefore name its attempt: for ten seconds the same id with the same bytes gets
 * the same decision, unless the credentials have lost their access since. Within that time, a server with the secret
 * of the internal address could repeat a request; nobody else can name an attempt.
 */
import { hash } from "node:crypto";
import { BadRequest, type VerificationRequest } from "./verification-request.ts";

export interface IdempotencyKeys<Decision> {
  /** The decision on this attempt is computed once. Throws `BadRequest` if the ID was used for other bytes. */
  once(request: VerificationRequest, now: number, judging: Judging<Decision>): Promise<Decision>;
}

export interface Judging<Decision> {
  find(): Promise<Decision>;
  /** Returns the decision for a repeated attempt; `at` is when the first one was computed. */
  repeat(decision: Decision, at: number): Promise<Decision>;
  /** If not, it is forgotten, and the next try counts as the first. */
  isFinal(decision: Decision): boolean;
}

export const idempotencyMs = 10_000;
/** Beyond this the oldest are forgotten, and a resent request is rejected as a replay. */
export const maxRequestIds = 10_000;

/** Attempts are in memory, for one process, so a proxy must resend to the same node. */
export function openIdempotencyKeys<Decision>(): IdempotencyKeys<Decision> {
  // Two generations: the older one is dropped as a whole, because a map that has lost its first entries is slow
  // to iterate.
  let recent: Generation<Decision> = new Map();
  let older: Generation<Decision> = new Map();
  let recentSince = Number.NEGATIVE_INFINITY;

  return {
    async once(request, now, { find, repeat, isFinal }) {
      const { attempt } = request;
      if (attempt === undefined) return find();
      forget(now);
      const bytes = bytesOf(request);
      const found = recent.get(attempt) ?? older.get(attempt);
      if (found !== undefined && stands(found.at, now)) {
        if (found.bytes === bytes) return repeat(await found.decision, found.at);
        throw new BadRequest(
          "this request ID was used for another request; every request needs its own",
        );
      }
      const decision = find();
      const generation = recent;
      older.delete(attempt);
      generation.set(attempt, { bytes, at: now, decision });
      try {
        const found = await decision;
        if (!isFinal(found)) generation.delete(attempt);
        return found;
      } catch (error) {
        generation.delete(attempt);
        throw error;
      }
    },
  };

  function forget(now: number): void {
    if (stands(recentSince, now) && recent.size < maxRequestIds / 2) return;
    older = recent;
    recent = new Map();
    recentSince = now;
  }
}

type Generation<Decision> = Map<string, { bytes: string; at: number; decision: Promise<Decision> }>;

function stands(at: number, now: number): boolean {
  return Math.abs(now - at) < idempotencyMs;
}

/** JSON quotes each member that the decision depends on, so no two requests look alike. */
function bytesOf({
  attempt: _,
  incoming: { id: __, ...incoming },
  ...request
}: VerificationRequest): string {
  return hash("sha256", JSON.stringify({ ...request, incoming }), "base64url");
}
