/**
 * Limits that operators gave to single applications, held in memory because every limited request
 * asks for them: nearly all applications have none, and then asking costs one look into an empty map.
 */
import type { AuditEvent } from "./audit.ts";
import type { ApplicationId } from "./credentials.ts";
import type { LimitChanges, LimitName } from "./limits.ts";
import type { ApplicationLimits } from "./operating.ts";

export interface OwnLimits {
  /** How many requests the application has in a window; undefined: what the table says. */
  of(applicationId: ApplicationId | undefined, limit: LimitName): number | undefined;
  /** Takes in what a write of this process has just committed, before anybody is told of it. */
  committed(event: AuditEvent): void;
  /** Takes in the whole list: at the start, and again and again for what other processes committed. */
  replace(all: readonly ApplicationLimits[]): void;
}

export function ownLimits(): OwnLimits {
  let byApplication = new Map<ApplicationId, LimitChanges>();

  return {
    of(applicationId, limit) {
      if (byApplication.size === 0 || applicationId === undefined) return undefined;
      return byApplication.get(applicationId)?.[limit];
    },

    committed({ name, applicationId, details = {} }) {
      if (name !== limitsChanged || applicationId === undefined) return;
      byApplication.set(applicationId, details as LimitChanges);
    },

    replace(all) {
      byApplication = new Map(all.map((one) => [one.applicationId, one.limits]));
    },
  };
}

/** The name of the event that carries an application's limits as its details. */
export const limitsChanged = "application.limits-changed";
