/**
 * Bearer tokens that the service has just accepted, for as long as its decisions allow (`max_age`). Rejections are
 * never kept, and neither are decisions on signed requests, each of which is different.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { Accepted, VerificationRequest } from "./contract.ts";

export interface AcceptedBearers {
  /** Undefined if the decision must not be kept. */
  keyOf(request: VerificationRequest): string | undefined;
  find(key: string): Accepted | undefined;
  /** `askedAt` is when the service was called: it decided later, so the decision is never kept for too long. */
  keep(key: string, decision: Accepted, askedAt: Moment): void;
  now(): Moment;
}

/** In milliseconds. One clock can be set, and the other one stops while the machine is suspended. */
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

interface Kept {
  readonly decision: Accepted;
  readonly askedAt: Moment;
}

export function acceptedBearers(
  maxEntries: number,
  now: () => Moment = realMoment,
): AcceptedBearers {
  // A memory dump shows digests of tokens, and without this key no one can tell whose they are.
  const digestKey = randomBytes(32);
  const kept = new Map<string, Kept>();
  return {
    keyOf: (request) => keyOf(request, digestKey),
    find(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      if (!isOver(found, now())) return found.decision;
      kept.delete(key);
      return undefined;
    },
    keep(key, decision, askedAt) {
      if (decision.maxAge <= 0) return;
      // To the end: the first ones are the oldest.
      kept.delete(key);
      const present = now();
      for (const [oldest, one] of kept) {
        if (kept.size < maxEntries && !isOver(one, present)) break;
        kept.delete(oldest);
      }
      kept.set(key, { decision, askedAt });
    },
    now,
  };
}

function isOver({ decision, askedAt }: Kept, { monotonic, wall }: Moment): boolean {
  const elapsed = Math.max(monotonic - askedAt.monotonic, Math.abs(wall - askedAt.wall));
  return elapsed >= decision.maxAge * 1000;
}

/**
 * The key has everything that the decision depends on. The service counts each request with a limit, and reads the
 * fields of a form.
 */
function keyOf(request: VerificationRequest, digestKey: Uint8Array): string | undefined {
  const { method, target, authorization = "", contentType = "", requires = {}, limit } = request;
  if (limit !== undefined || /x-www-form-urlencoded/i.test(contentType)) return undefined;
  if (!/^Bearer +[\w.~+/-]+=*$/i.test(authorization)) return undefined;
  const { context, access, body } = requires;
  const parts = [method, authorization, context, access, body, unusualQuery(target)];
  return createHmac("sha256", digestKey).update(JSON.stringify(parts)).digest("base64url");
}

/** Parameters of a signature beside a bearer token are rejected, and so are more parameters than a request may have. */
function unusualQuery(target: string): string | undefined {
  const [, query = ""] = /\?(.*)$/.exec(target) ?? [];
  const isUsual = !/oauth_|%/i.test(query) && query.split("&").length <= maxParameters;
  return isUsual ? undefined : query;
}

const maxParameters = 256;

function realMoment(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}
