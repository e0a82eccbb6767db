/** Limits of single applications are in memory, because every limited request needs them; most have none. */

import type { ApplicationId } from "./credentials.ts";
import type { LimitChanges, LimitedName } from "./limits.ts";
import type { ApplicationLimits } from "./operating.ts";

export interface OwnLimits {
  /** Returns how many requests the application may make in a window; undefined for the table's default. */
  of(applicationId: ApplicationId | undefined, limit: LimitedName): number | undefined;
  /** Applies a change that this process has just committed, before the response. */
  changed(change: ApplicationLimits): void;
  /** Replaces the whole list: at the start, and regularly because other processes change it too. */
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
