/** The part of the database that has the plans, and which application has which. */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId } from "../credentials.ts";
import type { ListedPlan, PlanDraft } from "../plan.ts";

export interface Plans {
  /** By name. There are few. */
  plans(): Awaitable<readonly ListedPlan[]>;
  /**
   * Without `seen`, it is created, unless there is one of this name or there are `most`. With it, the plan of that
   * version is changed; of two who saw the same version, one changes it. A plan that becomes the default one takes the
   * place of another, which gets a new version.
   */
  savePlan(
    plan: { name: string; draft: PlanDraft; seen?: number; most: number },
    by: AuditContext,
  ): Promise<"saved" | "name-taken" | "too-many" | "changed-since">;
  /**
   * Applications that have it prevent it, unless `frees` says that they follow the default plan then. Of a deletion and
   * an assignment, either may be first, and no application is left with a plan that there is not.
   */
  deletePlan(
    plan: { name: string; seen: number; frees: boolean },
    by: AuditContext,
  ): Promise<"deleted" | "in-use" | "changed-since">;
  /** Undefined: it follows the default plan. Of two who saw the same plan, one changes it. */
  setApplicationPlan(
    change: { applicationId: ApplicationId; plan: string | undefined; seen: string | undefined },
    by: AuditContext,
  ): Promise<"set" | "no-plan" | "changed-since">;
}
