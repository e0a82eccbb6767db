/**
 * Rejected requests are explained after their response, and the explanations are stored. Anonymous callers cause them,
 * so everything is bounded: how many wait, in all and of one network or application, how many are explained in a time,
 * and how much of the processor that takes. What has no room is dropped, and no request waits.
 */
import { setImmediate as afterAnswers, setTimeout as rest } from "node:timers/promises";
import { networkOf } from "../../domain/address.ts";
import { isConsumerKey } from "../../domain/credentials.ts";
import type { RequestError } from "../../domain/errors.ts";
import { fairQueue } from "../../domain/fair-queue.ts";
import type { RejectedRequest } from "../../domain/logged-request.ts";
import type { RequestLog } from "../../domain/ports/request-log.ts";
import {
  isExplained,
  type ReceivedRequest,
  type RejectedRequestQueue,
} from "../../domain/rejected-request.ts";
import type { RejectedNow } from "../../http/actions/explain-rejection.ts";
import { type Pace, pace } from "./pace.ts";

export const maxWaiting = 32;
const maxWaitingOfOne = 8;

/** In characters. Longer requests are not explained; the doctor takes no longer paste either. */
export const maxExplained = 32_768;

/** This is enough for a developer who tries something; a flood gets 43,200 explanations a day. */
export const ofAll = { atOnce: 30, everyMs: 2_000 } as const;
export const ofOneNetwork = { atOnce: 20, everyMs: 10_000 } as const;

/** The network that was rejected longest ago is forgotten beyond this many. */
export const maxNetworks = 2_000;

/** Pauses last four times as long as work, so it uses about a fifth of the processor. */
const restPerWork = 4;
const maxRestMs = 100;

export function openRejectedRequests({
  explain,
  keptDays,
  ledger,
  clock,
  failed,
}: {
  readonly explain: (offered: RejectedNow) => Promise<RejectedRequest | undefined>;
  /** If it is 0, nothing is kept. */
  readonly keptDays: number;
  readonly ledger: Pick<RequestLog, "logRejectedRequest">;
  readonly clock: () => number;
  readonly failed: (reason: string) => void;
}): RejectedRequestQueue & AsyncDisposable {
  const waiting = fairQueue<RejectedNow>({ entries: maxWaiting, perAccount: maxWaitingOfOne });
  const networks = new Map<string, Pace>();
  const all = pace(ofAll);
  let working: Promise<void> | undefined;
  let later: NodeJS.Timeout | undefined;
  let closed = false;

  return {
    offer(request, rejection, more) {
      const { operation, origin, userId, authenticated } = more;
      const { verifiedAs = rejection.more.verifiedAs } = more;
      if (closed || keptDays === 0 || !isExplained(rejection.rejection)) return false;
      const account = verifiedAs ?? claimOf(request, rejection);
      if (account === undefined || lengthOf(request) > maxExplained) return false;
      const network = networkOf(request.address);
      const at = clock();
      if (!paceOf(network).take(at)) return false;
      const offered = {
        ...{ request, rejection, operation, origin, verifiedAs, userId, authenticated, at },
      };
      if (waiting.add(offered, { network, account }) === offered) return false;
      wake();
      return true;
    },

    settled: async () => working,

    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(later);
      await working;
    },
  };

  function paceOf(network: string): Pace {
    const own = networks.get(network) ?? pace(ofOneNetwork);
    networks.delete(network);
    networks.set(network, own);
    const [oldest] = networks.keys();
    if (networks.size > maxNetworks && oldest !== undefined) networks.delete(oldest);
    return own;
  }

  function wake(): void {
    if (working !== undefined || later !== undefined || closed) return;
    working = work().finally(() => {
      working = undefined;
    });
  }

  async function work(): Promise<void> {
    while (!closed && waiting.size > 0) {
      await afterAnswers();
      if (!all.take(clock())) {
        sleep();
        return;
      }
      const offered = waiting.take();
      if (offered === undefined) return;
      const began = performance.now();
      await explainAndKeep(offered);
      const worked = performance.now() - began;
      if (!closed) await rest(Math.min(worked * restPerWork, maxRestMs));
    }
  }

  function sleep(): void {
    later = setTimeout(() => {
      later = undefined;
      wake();
    }, all.wait(clock())).unref();
  }

  async function explainAndKeep(offered: RejectedNow): Promise<void> {
    try {
      const explained = await explain(offered);
      if (explained !== undefined) await ledger.logRejectedRequest(explained);
    } catch (error) {
      failed(String(error));
    }
  }
}

/** The result is empty if only a full parse would identify the application, undefined if the request names none. */
function claimOf(
  { authorization, query = "", body }: ReceivedRequest,
  { more: { failedAuthentication } }: RequestError,
): string | undefined {
  // Anything else is not a consumer key.
  if (failedAuthentication !== undefined) {
    return isConsumerKey(failedAuthentication.consumerKey)
      ? failedAuthentication.consumerKey
      : undefined;
  }
  const names = (text: string) => text.includes("oauth_consumer_key");
  if (authorization !== undefined) {
    return /^basic /i.test(authorization) || names(authorization) ? "" : undefined;
  }
  return names(query) || names(body) ? "" : undefined;
}

function lengthOf({ path, query = "", authorization = "", body }: ReceivedRequest): number {
  return path.length + query.length + authorization.length + body.length;
}
