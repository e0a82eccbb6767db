/**
 * The verified requests of the request log. A request costs a place in memory, and nothing is parsed; every five
 * seconds they are written together, or every second if there is no room for more. So a process that is killed loses
 * those of the last seconds. It never holds more than `maxHeld` requests, without bodies, in less than 4 MB.
 */

import { setImmediate as afterAnswers } from "node:timers/promises";
import {
  type RequestDetails,
  type SentRequest,
  schemeOf,
} from "../../doctor/logged/request-details.ts";
import type { AccessLevel } from "../../domain/access.ts";
import type { ApplicationCredential, ApplicationId, UserId } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { DecidedRequest, DecidedRequests } from "../../domain/decided-request.ts";
import {
  lowestLevel,
  maxLatest,
  maxLoggedAtOnce,
  sampleLevel,
  type VerifiedRequest,
} from "../../domain/logged-request.ts";
import { isBearerScheme } from "../../domain/oauth2.ts";
import type { RequestLog } from "../../domain/ports/request-log.ts";

export type VerifiedRequests = DecidedRequests & {
  /** Writes what it holds. Resolves even if that fails. */
  write(): Promise<void>;
  /** Writes before a page shows them, unless it wrote within the last second. */
  writeForPage(): Promise<void>;
};

const secondMs = 1_000;

/** A write costs as much as hundreds of verifications, so an application that is alone causes none each second. */
const maxSeconds = 5;

/** Half of them are for the first request of an application, so that busy ones leave room for others. */
export const maxHeld = maxLoggedAtOnce;
const maxApplications = maxHeld / 2;
const maxLatestOfAll = (maxHeld * 3) / 8;
const maxSampledOfAll = maxHeld / 8;
const maxSampledOfOne = maxSampledOfAll / 2;

/** In characters. Longer texts are cut. Of a longer Authorization header and of a bearer token, the scheme is held. */
const maxText = 512;
const maxAuthorization = 1_024;

/** How many applications' sample levels are known. The others' samples are thinned out by each write. */
const maxLevels = 5_000;

const detailsAtOnce = 50;

/** It is flat, because one is made for each request. */
interface Held extends Readonly<Required<SentRequest>> {
  readonly id: string;
  readonly at: number;
  readonly operation: string;
  readonly userId: UserId | undefined;
  readonly credential: ApplicationCredential | undefined;
  readonly status: number | undefined;
  readonly access: AccessLevel | undefined;
}

/** A sample is drawn from those that are no longer among the latest. */
interface Sampled {
  readonly one: Held;
  readonly level: number;
}

interface OfApplication {
  /** A ring: `next` is the place of the oldest. */
  readonly latest: Held[];
  next: number;
  sampled: readonly Sampled[];
  /** The sample has no room for lower levels. */
  lowest: number;
}

export function openVerifiedRequests({
  detailsOf,
  keptDays,
  ledger,
  random,
  failed,
}: {
  readonly detailsOf: (sent: SentRequest, operation: string) => RequestDetails;
  /** If it is 0, nothing is held. */
  readonly keptDays: number;
  readonly ledger: Pick<RequestLog, "logVerifiedRequests">;
  /** Returns a number from 0 to 1, without 1. */
  readonly random: () => number;
  readonly failed: (reason: string) => void;
}): VerifiedRequests & AsyncDisposable {
  let held = new Map<ApplicationId, OfApplication>();
  let latestOfAll = 0;
  let sampledOfAll = 0;
  let isFull = false;
  let seconds = 0;
  const levels = new Map<ApplicationId, number>();
  let timer: NodeJS.Timeout | undefined;
  /** By a clock that is never set. */
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();

  return {
    add(decided) {
      const { applicationId, rejection } = decided;
      if (rejection !== undefined || applicationId === undefined || keptDays === 0) return;
      const own = held.get(applicationId) ?? admit(applicationId);
      if (own === undefined) return;
      const { latest } = own;
      const one = heldOf(decided);
      if (latest.length === 0) {
        latest.push(one);
      } else if (own.next === 0 && latest.length < maxLatest && latestOfAll < maxLatestOfAll) {
        latestOfAll += 1;
        latest.push(one);
      } else {
        if (latest.length < maxLatest) isFull = true;
        const displaced = latest[own.next];
        latest[own.next] = one;
        own.next = (own.next + 1) % latest.length;
        if (displaced !== undefined) sample(own, { one: displaced, level: levelOfOne() });
      }
    },

    write,
    async writeForPage() {
      await (performance.now() - writtenAt < secondMs ? writing : write());
    },
    [Symbol.asyncDispose]: write,
  };

  function admit(applicationId: ApplicationId): OfApplication | undefined {
    if (held.size >= maxApplications) {
      isFull = true;
      return undefined;
    }
    const lowest = levels.get(applicationId) ?? 0;
    const own: OfApplication = { latest: [], next: 0, sampled: [], lowest };
    held.set(applicationId, own);
    timer ??= setTimeout(eachSecond, secondMs).unref();
    return own;
  }

  function eachSecond(): void {
    seconds += 1;
    if (isFull || seconds >= maxSeconds) void write();
    else timer = setTimeout(eachSecond, secondMs).unref();
  }

  function levelOfOne(): number {
    return sampleLevel(random());
  }

  function sample(own: OfApplication, one: Sampled): void {
    if (one.level < own.lowest) return;
    if (sampledOfAll >= maxSampledOfAll && own.sampled.length === 0) return;
    const all = [...own.sampled, one];
    const room = Math.min(maxSampledOfOne, own.sampled.length + maxSampledOfAll - sampledOfAll);
    own.lowest = Math.max(own.lowest, lowestLevel(levelsOf(all), room));
    const kept = all.filter(({ level }) => level >= own.lowest);
    sampledOfAll += kept.length - own.sampled.length;
    own.sampled = kept;
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  }

  async function writeAll(): Promise<void> {
    if (held.size === 0) return;
    writtenAt = performance.now();
    const taken = held;
    held = new Map();
    latestOfAll = 0;
    sampledOfAll = 0;
    isFull = false;
    seconds = 0;
    try {
      const requests: VerifiedRequest[] = [];
      for (const [applicationId, { latest, sampled }] of taken) {
        const newest = latest.map((one) => ({ one, level: levelOfOne() }));
        for (const one of [...newest, ...sampled]) {
          if (requests.length % detailsAtOnce === detailsAtOnce - 1) await afterAnswers();
          requests.push(verifiedRequest(applicationId, one));
        }
      }
      for (const [applicationId, lowest] of await ledger.logVerifiedRequests(requests)) {
        levels.delete(applicationId);
        levels.set(applicationId, lowest);
      }
      for (const oldest of levels.keys()) {
        if (levels.size <= maxLevels) break;
        levels.delete(oldest);
      }
    } catch (error) {
      failed(String(error));
    }
  }

  function verifiedRequest(applicationId: ApplicationId, { one, level }: Sampled): VerifiedRequest {
    const { id, at, operation, userId, credential, status, access } = one;
    const details: RequestDetails = { ...detailsOf(one, operation), credential, status, access };
    return {
      ...{ id, at, operation, userId, level, applicationId },
      code: 0,
      authenticated: true,
      details: JSON.stringify(details),
      expiresAt: at + keptDays * dayMs,
    };
  }
}

function levelsOf(all: readonly Sampled[]): number[] {
  return all.map(({ level }) => level);
}

function heldOf({
  request,
  origin,
  at,
  operation,
  userId,
  credential,
  status,
  access,
}: DecidedRequest): Held {
  const { id, method, path, query, authorization = "", address, userAgent } = request;
  const isLong = path.length + (query?.length ?? 0) > maxText;
  return {
    id,
    at,
    operation,
    userId,
    credential,
    status,
    access,
    method,
    path: isLong ? cut(path) : path,
    query: isLong && query !== undefined ? cut(query) : query,
    origin,
    authorization: heldAuthorization(authorization),
    address,
    userAgent: userAgent !== undefined && userAgent.length > maxText ? cut(userAgent) : userAgent,
  };
}

function heldAuthorization(authorization: string): string | undefined {
  if (isBearerScheme(authorization)) return "Bearer";
  const isHeld = authorization.length <= maxAuthorization && /^oauth /i.test(authorization);
  return isHeld ? authorization : schemeOf(authorization);
}

/** The part of a string keeps the whole in memory, but its bytes as a new string don't. */
function cut(text: string): string {
  return Buffer.from(text.slice(0, maxText)).toString();
}
