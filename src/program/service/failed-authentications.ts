import { isConsumerKey } from "../../domain/credentials.ts";
import type {
  FailedAuthentications,
  RecentFailedAuthentication,
} from "../../domain/failed-authentications.ts";

/** The application that was named longest ago is forgotten beyond this many. */
export const maxApplications = 2_000;

export const maxLatest = 20;

export function openFailedAuthentications(): FailedAuthentications {
  const byKey = new Map<string, readonly RecentFailedAuthentication[]>();

  return {
    note(consumerKey, request) {
      // Anything else is not a consumer key, and longer texts would fill the memory.
      if (!isConsumerKey(consumerKey)) return;
      const before = byKey.get(consumerKey) ?? [];
      byKey.delete(consumerKey);
      byKey.set(consumerKey, [request, ...before.slice(0, maxLatest - 1)]);
      const [oldest] = byKey.keys();
      if (byKey.size > maxApplications && oldest !== undefined) byKey.delete(oldest);
    },

    of: (consumerKey) => byKey.get(consumerKey) ?? [],
  };
}
