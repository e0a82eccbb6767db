import { isConsumerKey } from "../../domain/credentials.ts";
import type {
  FailedAuthenticationSummary,
  FailedAuthentications,
  RecentFailedAuthentication,
} from "../../domain/failed-authentications.ts";

interface ApplicationFailures {
  count: number;
  readonly since: number;
  latest: readonly RecentFailedAuthentication[];
}

/** The application that was named longest ago is forgotten beyond this many. */
export const maxApplications = 2_000;

export const maxLatest = 20;

export function openFailedAuthentications(): FailedAuthentications {
  const byKey = new Map<string, ApplicationFailures>();

  return {
    note(consumerKey, request) {
      // Anything else is not a consumer key, and longer texts would fill the memory.
      if (!isConsumerKey(consumerKey)) return;
      const before = byKey.get(consumerKey) ?? { count: 0, since: request.at, latest: [] };
      byKey.delete(consumerKey);
      byKey.set(consumerKey, {
        count: before.count + 1,
        since: before.since,
        latest: [request, ...before.latest.slice(0, maxLatest - 1)],
      });
      const [oldest] = byKey.keys();
      if (byKey.size > maxApplications && oldest !== undefined) byKey.delete(oldest);
    },

    of(consumerKey): FailedAuthenticationSummary {
      return byKey.get(consumerKey) ?? { count: 0, since: undefined, latest: [] };
    },
  };
}
