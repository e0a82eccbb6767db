/**
 * Limits that operators gave to single applications, held in memory because every limited request
 * asks for them: nearly all applications have none, and then asking costs one look into an empty map.
 */

import type { ApplicationId } from "./credentials.ts";
import type { LimitChanges, LimitedName } from "./limits.ts";
import type { ApplicationLimits } from "./operating.ts";

export interface OwnLimits {
  /** How many requests the application has in a window; undefined: what the table says. */
  of(applicationId: ApplicationId | undefined, limit: LimitedName): number | undefined;
  /** Takes in what this process has just committed, before the change is answered. */
  changed(change: ApplicationLimits): void;
  /** Takes in the whole list: at the start, and from time to time for what other processes committed. */
  replace(all: readonly ApplicationLimits[]): void;
}

export function ownLimits(): OwnLimits {
  let byApplication = new Map<ApplicationId, LimitChanges>();

  return {
    of(applicationId, limit) {
      if (byApplication.size === 0 || applicationId === undefined) return undefined;
      return byApplication.get(applicationId)?.[limit];
    },

    changed({ applicationId, limits }) {
      byApplication.set(applicationId, limits);
    },

    replace(all) {
      byApplication = new Map(all.map((one) => [one.applicationId, one.limits]));
    },
  };
}
