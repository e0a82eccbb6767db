/**
 * Proxies and HTTP libraries resend a request if they did not get the response, and a resent signed request is
 * a replay. A verification request can therefore have a request ID: for ten seconds, the same ID with the same bytes
 * gets the same decision, unless the credentials have lost their access since. Within that time, a server with the
 * secret of the internal address could repeat a request; no one else can send a request ID.
 */
import { hash } from "node:crypto";
import type { Random } from "../domain/credentials.ts";
import { BadRequest, type VerificationRequest } from "./verification-request.ts";

export interface IdempotencyKeys<Decision> {
  /** Throws `BadRequest` if the ID was used for other bytes. */
  claim(request: VerificationRequest, now: number): Claim<Decision>;
}

export interface Claim<Decision> {
  /** The decision on the first request with this ID, and when it was computed. */
  readonly first?: { readonly decision: Promise<Decision>; readonly at: number };
  /** Keeps this first decision. One that is not final is forgotten, and the next try counts as the first. */
  keep(decision: Promise<Decision>, isFinal: (decision: Decision) => boolean): Promise<Decision>;
}

export const idempotencyMs = 10_000;
/** The oldest are forgotten beyond this many, and a resent request is rejected as a replay. */
export const maxRequestIds = 10_000;

/** The IDs are in memory, for one process, so a proxy must resend to the same node. */
export function openIdempotencyKeys<Decision>(random: Random): IdempotencyKeys<Decision> {
  // A digest without a key would let a reader of a digest guess the passwords of a form. No digest leaves this
  // process, so the key stands before the bytes: an HMAC takes three times as long.
  const key = Buffer.from(random(32)).toString("base64");
  // Two generations: the older one is dropped as a whole, because a map that has lost its first entries is slow
  // to iterate.
  let recent: Generation<Decision> = new Map();
  let older: Generation<Decision> = new Map();
  let recentSince = Number.NEGATIVE_INFINITY;

  return {
    claim(request, now) {
      const { requestId } = request;
      if (requestId === undefined) return { keep: (decision) => decision };
      forget(now);
      const bytes = hash("sha256", key + bytesOf(request), "base64url");
      const first = recent.get(requestId) ?? older.get(requestId);
      if (first !== undefined && stands(first.at, now)) {
        if (first.bytes === bytes) return { first, keep: (decision) => decision };
        throw new BadRequest(
          "this request ID was used for a different request; every request needs its own",
        );
      }
      const generation = recent;
      return {
        async keep(decision, isFinal) {
          older.delete(requestId);
          generation.set(requestId, { bytes, at: now, decision });
          try {
            const decided = await decision;
            if (!isFinal(decided)) generation.delete(requestId);
            return decided;
          } catch (error) {
            generation.delete(requestId);
            throw error;
          }
        },
      };
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
  requestId: _,
  // The form and what is read of the body follow from the content type and the described body.
  incoming: { id: __, body: ___, form: ____, ...incoming },
  ...request
}: VerificationRequest): string {
  return JSON.stringify({ ...request, incoming });
}
