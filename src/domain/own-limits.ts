/**
 * The limits of the administrator's APIs, and what single applications are allowed, by limits of their own or by their
 * plan, are in memory, because every limited request needs them. Most services have neither.
 */

import { type ApiLimit, type ApiLimitName, apiLimitsInForce } from "./api-limits.ts";
import type { ApplicationId } from "./credentials.ts";
import type { LimitChanges, LimitedName } from "./limits.ts";
import type { ApplicationAllowance } from "./operating.ts";
import { type Plan, type PlannedWindow, plannedWindows } from "./plan.ts";
import type { Ledger } from "./ports/ledger.ts";

/** A number is an application's own limit, for the usual window. Windows are those of its plan. */
export type Allowance = number | readonly PlannedWindow[];

export interface OwnLimits {
  /** Those of the settings and of the database, by the names in requests. It is another map after a change. */
  readonly apiLimits: ReadonlyMap<string, ApiLimit>;
  /** Returns what the application is allowed: its own limit, or else its plan's; undefined for the configured one. */
  of(applicationId: ApplicationId | undefined, limit: LimitedName): Allowance | undefined;
  /** Applies a change that this process has just committed, before the response. */
  changed(change: Change): void;
  /** A plan was created or changed. One that becomes the default one takes the place of another. */
  planSaved(plan: Pick<Plan, "name" | "limits" | "isDefault">): void;
  /** The applications that had it follow the default one. */
  planDeleted(name: string): void;
  apiLimitSaved(limit: ApiLimit): void;
  apiLimitDeleted(name: ApiLimitName): void;
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
  readonly apiLimits: readonly ApiLimit[];
}

/** Everything that it holds, as the database has it. */
export async function loadedFrom(
  ledger: Pick<Ledger, "plans" | "apiLimits" | "applicationLimits">,
): Promise<Loaded> {
  return {
    plans: await ledger.plans(),
    apiLimits: await ledger.apiLimits(),
    applications: await ledger.applicationLimits(),
  };
}

interface One {
  readonly limits: LimitChanges;
  readonly plan: string | undefined;
}

type Planned = Readonly<Record<string, readonly PlannedWindow[] | undefined>>;

/** `configured`: the limits of APIs that the settings name. */
export function ownLimits(configured: ReadonlyMap<string, ApiLimit> = new Map()): OwnLimits {
  let byApplication = new Map<ApplicationId, One>();
  let plans = new Map<string, Planned>();
  let usual: string | undefined;
  let recorded: readonly ApiLimit[] = [];
  let apiLimits = configured;
  let changes = 0;

  const record = (limits: readonly ApiLimit[]) => {
    recorded = limits;
    apiLimits = apiLimitsInForce(configured, limits);
  };

  return {
    get apiLimits() {
      return apiLimits;
    },

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

    apiLimitSaved(limit) {
      changes += 1;
      record([...recorded.filter(({ name }) => name !== limit.name), limit]);
    },

    apiLimitDeleted(deleted) {
      changes += 1;
      record(recorded.filter(({ name }) => name !== deleted));
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
      record(found.apiLimits);
    },
  };
}

function planned(limits: Plan["limits"]): Planned {
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, plannedWindows(limit)]),
  );
}
