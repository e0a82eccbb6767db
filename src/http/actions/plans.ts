/** What administrators do with plans. */

import type { ApplicationId } from "../../domain/credentials.ts";
import { planNameForm } from "../../domain/limits.ts";
import { maxPlans, type PlanDraft } from "../../domain/plan.ts";
import { action } from "../operation/action.ts";

const changedSince = [
  "precondition-failed",
  "It has changed in the meantime. Read it again.",
] as const;

export const noPlan = ["rejected", "There is no plan of this name."] as const;

export const createPlan = action({
  name: "createPlan",
  event: "plan.created",
  sensitive: true,
  async run({ ledger, ownLimits }, plan: { readonly name: string; readonly draft: PlanDraft }, by) {
    const outcome = await ledger.savePlan({ ...plan, most: maxPlans }, by);
    if (outcome === "saved") ownLimits.planSaved({ name: plan.name, ...plan.draft });
    return outcome === "saved" ? undefined : outcome;
  },
  rejections: {
    "name-taken": ["conflict", "There is a plan of this name."],
    "too-many": ["conflict", `There can be up to ${maxPlans} plans. Delete one first.`],
    "changed-since": changedSince,
  },
});

/** `seen`: the version that the administrator saw. */
export const changePlan = action({
  name: "changePlan",
  event: "plan.changed",
  sensitive: true,
  async run(
    { ledger, ownLimits },
    plan: { readonly name: string; readonly draft: PlanDraft; readonly seen: number },
    by,
  ) {
    const outcome = await ledger.savePlan({ ...plan, most: maxPlans }, by);
    if (outcome !== "saved") return "changed-since";
    ownLimits.planSaved({ name: plan.name, ...plan.draft });
    return undefined;
  },
  rejections: { "changed-since": changedSince },
});

/** With `frees`, the applications that have it follow the default plan. */
export const deletePlan = action({
  name: "deletePlan",
  event: "plan.deleted",
  sensitive: true,
  async run(
    { ledger, ownLimits },
    plan: { readonly name: string; readonly seen: number; readonly frees: boolean },
    by,
  ) {
    const outcome = await ledger.deletePlan(plan, by);
    if (outcome !== "deleted") return outcome;
    ownLimits.planDeleted(plan.name);
    return undefined;
  },
  rejections: {
    "in-use": [
      "conflict",
      "Applications have this plan. Give them another one first, or let them follow the default plan.",
    ],
    "changed-since": changedSince,
  },
});

export const setApplicationPlan = action({
  name: "setApplicationPlan",
  event: "application.plan-changed",
  sensitive: true,
  async run(
    { ledger, ownLimits },
    change: {
      readonly applicationId: ApplicationId;
      readonly plan: string | undefined;
      readonly seen: string | undefined;
    },
    by,
  ) {
    const outcome = await ledger.setApplicationPlan(change, by);
    if (outcome !== "set") return outcome;
    const { applicationId, plan } = change;
    ownLimits.changed({ applicationId, plan });
    return undefined;
  },
  rejections: {
    "no-plan": noPlan,
    "changed-since": changedSince,
  },
});

export const planNameMeaning = `The plan's name: ${planNameForm}.`;
