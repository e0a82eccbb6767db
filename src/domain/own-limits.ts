/**
 * What single applications are allowed, by limits of their own or by their plan, is in memory, because every limited
 * request needs it. Most services have neither.
 */

import type { ApplicationId } from "./credentials.ts";
import type { LimitChanges, LimitedName } from "./limits.ts";
import type { ApplicationAllowance } from "./operating.ts";
import { type Plan, type PlannedWindow, plannedWindows } from "./plan.ts";

/** A number is an application's own limit, for the usual window. Windows are those of its plan. */
export type Allowance = number | readonly PlannedWindow[];

export interface OwnLimits {
  /** Returns what the application is allowed: its own limit, or else its plan's; undefined for the configured one. */
  of(applicationId: ApplicationId | undefined, limit: LimitedName): Allowance | undefined;
  /** Applies a change that this process has just committed, before the response. */
  changed(change: Change): void;
  /** A plan was created or changed. One that becomes the default one takes the place of another. */
  planSaved(plan: Pick<Plan, "name" | "limits" | "isDefault">): void;
  /** The applications that had it follow the default one. */
  planDeleted(name: string): void;
  /**
   * Replaces everything: at the start, and regularly because other processes change it too. What was read before a
   * change of this process is read again.
   */
  load(read: () => Promise<Loaded>): Promise<void>;
}

type Change = { readonly applicationId: ApplicationId } & (
  | { readonly limits: LimitChanges }
  | { readonly plan: string | undefined }
);

export interface Loaded {
  readonly applications: readonly ApplicationAllowance[];
  readonly plans: readonly Pick<Plan, "name" | "limits" | "isDefault">[];
}

interface One {
  readonly limits: LimitChanges;
  readonly plan: string | undefined;
}

type Planned = Readonly<Record<string, readonly PlannedWindow[] | undefined>>;

export function ownLimits(): OwnLimits {
  let byApplication = new Map<ApplicationId, One>();
  let plans = new Map<string, Planned>();
  let usual: string | undefined;
  let changes = 0;

  return {
    of(applicationId, limit) {
      if (byApplication.size === 0 && usual === undefined) return undefined;
      if (applicationId === undefined) return undefined;
      const one = byApplication.get(applicationId);
      const name = one?.plan ?? usual;
      return one?.limits[limit] ?? (name === undefined ? undefined : plans.get(name)?.[limit]);
    },

    changed({ applicationId, ...change }) {
      changes += 1;
      const before = byApplication.get(applicationId) ?? { limits: {}, plan: undefined };
      byApplication.set(applicationId, { ...before, ...change });
    },

    planSaved({ name, limits, isDefault }) {
      changes += 1;
      plans.set(name, planned(limits));
      if (isDefault) usual = name;
      else if (usual === name) usual = undefined;
    },

    planDeleted(name) {
      changes += 1;
      plans.delete(name);
      if (usual === name) usual = undefined;
      for (const [id, one] of byApplication) {
        if (one.plan === name) byApplication.set(id, { ...one, plan: undefined });
      }
    },

    async load(read) {
      let begun: number;
      let found: Loaded;
      do {
        begun = changes;
        found = await read();
      } while (begun !== changes);
      byApplication = new Map(found.applications.map((one) => [one.applicationId, one]));
      plans = new Map(found.plans.map((one) => [one.name, planned(one.limits)]));
      usual = found.plans.find(({ isDefault }) => isDefault)?.name;
    },
  };
}

function planned(limits: Plan["limits"]): Planned {
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, plannedWindows(limit)]),
  );
}
