import { applicationLimitNames, isPlanName } from "../../../domain/limits.ts";
import { type ListedPlan, noPlanText, planWith, problemWithPlan } from "../../../domain/plan.ts";
import { seenField } from "../../../domain/seen.ts";
import { typedText } from "../../../domain/typed-text.ts";
import { type PlansPage, plansPage, type TypedPlan } from "../../../pages/views/admin/plans.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import {
  limitedNow,
  limitsOfApplications,
  readPlanLimits,
} from "../../../verification/rate-limits/limits-in-force.ts";
import * as actions from "../../actions/plans.ts";
import { doneIn, EarlyReply, sensitiveChange } from "../../browser/change.ts";
import { whatWasSeen } from "../../browser/form-fields.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const plans = endpoint({
  name: "admin/plans",
  paths: ["/admin/plans"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Shows the plans; creates, changes, and deletes one, and makes one the default",
  limit: "account-pages",
  reads: [{ name: "plan", required: false, meaning: "The plan to change, by its name." }],
  ...forAdmins({
    fields: [
      { name: "name", required: false, meaning: "Which plan, or the name of a new one." },
      { name: "description", required: false, meaning: "What developers read about it." },
      { name: "is_default", required: false, meaning: "Applications without a plan follow it." },
      { name: "to_default", required: false, meaning: "For delete: its applications follow it." },
      ...applicationLimitNames.map((name) => ({
        name,
        required: false,
        meaning: "Requests per window; empty for the configured number.",
      })),
      {
        name: "api/NAME",
        required: false,
        meaning: "The windows for the API limit NAME.",
      },
      whatWasSeen,
    ],
    async show(call) {
      const present = await planNamed(call, queryOf(call.incoming).get("plan") ?? "");
      const done = doneIn(call, call.viewer.frame.texts.admin.plans.done);
      return shown(call, { input: typedOf(call, present), ...(done && { done }) });
    },
    changes: {
      create: sensitiveChange(actions.createPlan, {
        read: (call: ViewerCall, form) => read(call, form, undefined),
        ask: (call, reauthentication, { input }) => shown(call, { input, reauthentication }),
        input: (_call, { plan }) => plan,
        done: () => seeOther("/admin/plans?created"),
        rejected: (call, problem, { input }) => shown(call, { input: { ...input, problem } }, 409),
      }),
      change: sensitiveChange(actions.changePlan, {
        async read(call: ViewerCall, form) {
          const before = await seenPlan(call, form);
          return before instanceof EarlyReply ? before : read(call, form, before);
        },
        ask: (call, reauthentication, { input }) => shown(call, { input, reauthentication }),
        input: (_call, { plan, seen }) => ({ ...plan, seen }),
        done: () => seeOther("/admin/plans?changed"),
        rejected: (call, _problem, { plan }) => changedSince(call, plan.name),
      }),
      delete: sensitiveChange(actions.deletePlan, {
        async read(call: ViewerCall, form) {
          const before = await seenPlan(call, form);
          if (before instanceof EarlyReply) return before;
          const frees = form.get("to_default") === "on";
          const input = { ...typedOf(call, before), frees };
          if (before.applications === 0 || frees) return { before, frees, input };
          return new EarlyReply(shown(call, { input: { ...input, problem: "in-use" } }, 409));
        },
        ask: (call, reauthentication, { input }) => shown(call, { input, reauthentication }),
        input: (_call, { before: { name, version: seen }, frees }) => ({ name, seen, frees }),
        done: () => seeOther("/admin/plans?deleted"),
        rejected: (call, _problem, { before }) => changedSince(call, before.name),
      }),
    },
  }),
});

async function planNamed(call: ViewerCall, name: string): Promise<ListedPlan | undefined> {
  return (await call.dependencies.ledger.plans()).find((one) => one.name === name);
}

/** The plan that a form is about, as the administrator saw it. */
async function seenPlan(call: ViewerCall, form: Form): Promise<ListedPlan | EarlyReply> {
  const name = form.get("name") ?? "";
  const present = await planNamed(call, name);
  if (present !== undefined && String(present.version) === form.get(seenField)) return present;
  return new EarlyReply(changedSince(call, name));
}

/** A limit that there no longer is stays in the plan. */
function read(call: ViewerCall, form: Form, before: ListedPlan | undefined) {
  const limited = limitedNow(call.dependencies);
  const usual = typedOf(call, before);
  const typed: TypedPlan = {
    ...usual,
    name: before?.name ?? typedText(form.get("name")),
    description: typedText(form.get("description")),
    isDefault: form.get("is_default") === "on",
    limits: usual.limits.map((one) => {
      const limit = typedText(form.get(one.name));
      const wrong = limit !== "" && !readPlanLimits({ [one.name]: limit }, limited).ok;
      return { ...one, limit, wrong };
    }),
  };
  const shownNames = new Set(usual.limits.map(({ name }) => name));
  const given = typed.limits.filter(({ limit }) => limit !== "");
  const limits = readPlanLimits(
    Object.fromEntries(given.map(({ name, limit }) => [name, limit])),
    limited,
  );
  const kept = Object.entries(before?.limits ?? {}).filter(([name]) => !shownNames.has(name));
  const draft = planWith(before ?? noPlanText, {
    ...{ description: typed.description, isDefault: typed.isDefault },
    limits: { ...Object.fromEntries(kept), ...(limits.ok && limits.limits) },
  });
  const problem = problemIn(typed, limits.ok, problemWithPlan(draft) === undefined);
  const input = { ...typed, problem };
  if (problem !== undefined) return new EarlyReply(shown(call, { input }, 422));
  return { input, plan: { name: typed.name, draft }, seen: before?.version ?? 0 };
}

function problemIn(
  { name }: TypedPlan,
  areLimitsRight: boolean,
  isDescriptionRight: boolean,
): TypedPlan["problem"] {
  if (!isPlanName(name)) return "name";
  if (!isDescriptionRight) return "description";
  return areLimitsRight ? undefined : "limits";
}

function typedOf({ dependencies }: ViewerCall, plan?: ListedPlan): TypedPlan {
  const { name, description, isDefault, limits } = plan ?? { name: "", ...noPlanText };
  return {
    ...{ name, description, isDefault, frees: false, seen: String(plan?.version ?? "") },
    applications: plan?.applications ?? 0,
    limits: limitsOfApplications(limitedNow(dependencies)).map((one) => ({
      name: one.name,
      windows: typeof one.metered === "object" ? one.windows : undefined,
      usual: one.usual,
      limit: String(limits[one.name] ?? ""),
    })),
  };
}

/** It is shown as it is now. */
async function changedSince(call: ViewerCall, name: string): Promise<Reply> {
  const input = typedOf(call, await planNamed(call, name));
  return shown(call, { input: { ...input, problem: "changed-since" } }, 409);
}

async function shown(
  call: ViewerCall,
  more: Omit<PlansPage, "viewer" | "plans">,
  status = 200,
): Promise<Reply> {
  const { ledger } = call.dependencies;
  const page = { viewer: call.viewer, plans: await ledger.plans(), ...more };
  return pageReply(plansPage(page), { status });
}
