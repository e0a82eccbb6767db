import { isConsumerKey } from "../domain/credentials.ts";
import type { Unproven, UnprovenRequest, UnprovenRequests } from "../domain/unproven.ts";

interface Kept {
  count: number;
  readonly since: number;
  latest: readonly UnprovenRequest[];
}

/** Beyond this many, the application that was named longest ago is forgotten. */
export const mostApplications = 2_000;

export const mostLatest = 20;

export function openUnprovenRequests(): UnprovenRequests {
  const byKey = new Map<string, Kept>();

  return {
    note(consumerKey, request) {
      // Anything else is not a consumer key, and longer texts would fill the memory.
      if (!isConsumerKey(consumerKey)) return;
      const before = byKey.get(consumerKey) ?? { count: 0, since: request.at, latest: [] };
      byKey.delete(consumerKey);
      byKey.set(consumerKey, {
        count: before.count + 1,
        since: before.since,
        latest: [request, ...before.latest.slice(0, mostLatest - 1)],
      });
      const [oldest] = byKey.keys();
      if (byKey.size > mostApplications && oldest !== undefined) byKey.delete(oldest);
    },

    of(consumerKey): Unproven {
      return byKey.get(consumerKey) ?? { count: 0, since: undefined, latest: [] };
    },
  };
}
