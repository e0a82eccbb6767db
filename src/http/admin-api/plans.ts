/** Plans in the admin API. */
import { z } from "zod";
import { isPlanName } from "../../domain/limits.ts";
import {
  type ListedPlan,
  maxPlans,
  noPlanText,
  type PlanDraft,
  planWith,
  problemWithPlan,
} from "../../domain/plan.ts";
import type { Plans } from "../../domain/ports/plans.ts";
import {
  type Limited,
  limitedIn,
  readPlanLimits,
} from "../../verification/rate-limits/limits-in-force.ts";
import * as actions from "../actions/plans.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { anApplication, application, applicationAt, applicationJson } from "./application.ts";
import { itemsOf } from "./shapes.ts";

export const planName = z
  .string()
  .refine(isPlanName, { error: "must be the name of a plan" })
  .describe(actions.planNameMeaning);

export const planMembers = {
  description: z
    .string()
    .max(400, { error: "can have up to 200 characters on one line" })
    .describe("What developers read about it, on one line."),
  limits: z
    .record(z.string(), z.union([z.number().int().min(1), z.string().max(100)]))
    .describe(
      "Its limits by name: a number for an operation of the service, and windows such as 10/1s 10000/month for an API.",
    ),
  is_default: z.boolean().describe("Applications that have no other plan follow it."),
};

const plan = z
  .strictObject({
    name: planName,
    ...planMembers,
    applications: z.number().int().describe("How many applications have it by name."),
    version: z.number().int().describe("It grows with each change of the plan."),
  })
  .meta({ id: "LimitPlan" });

function planJson(one: ListedPlan): z.input<typeof plan> {
  const { name, description, limits, isDefault, applications, version } = one;
  return { name, description, limits: { ...limits }, is_default: isDefault, applications, version };
}

const some = z.strictObject(planMembers).partial();
const aPlan = z.strictObject({ name: planName });

export const listPlans = operation({
  at: "GET /admin/v1/plans",
  name: "listPlans",
  summary: "List the plans, by name",
  response: z.strictObject({ data: itemsOf(plan).max(maxPlans) }).meta({ id: "LimitPlanList" }),
  async run({ dependencies: { ledger } }) {
    return { data: (await ledger.plans()).map(planJson) };
  },
});

export const getPlan = operation({
  at: "GET /admin/v1/plans/:name",
  name: "getPlan",
  summary: "Get a plan",
  params: aPlan,
  response: plan,
  tagged: true,
  problems: ["not-found"],
  async run({ params, dependencies: { ledger } }) {
    return planJson(await planAt(ledger, params.name));
  },
});

export const createPlan = operation({
  at: "POST /admin/v1/plans",
  of: actions.createPlan,
  summary: "Create a plan, a named set of limits",
  body: some.extend({ name: planName }).meta({ id: "NewLimitPlan" }),
  response: plan,
  creates: true,
  location: ({ name }) => `/admin/v1/plans/${name}`,
  about: () => ({}),
  problems: ["rejected"],
  async run({ body: { name, ...given }, ...call }) {
    const { ledger } = call.dependencies;
    const draft = planFrom(given, await limitedIn(call.dependencies));
    await perform(actions.createPlan, call, { name, draft });
    return planJson(await planAt(ledger, name));
  },
});

export const changePlan = operation({
  at: "PATCH /admin/v1/plans/:name",
  of: actions.changePlan,
  summary: "Change a plan: it is in force for its applications from the next request on",
  params: aPlan,
  body: some.meta({ id: "LimitPlanChange" }),
  response: plan,
  tagged: true,
  ifMatch: true,
  problems: ["not-found", "rejected"],
  async run({ params: { name }, body, assertMatch, ...call }) {
    const { ledger } = call.dependencies;
    const before = await planAt(ledger, name);
    assertMatch(planJson(before));
    const draft = planFrom(body, await limitedIn(call.dependencies), before);
    await perform(actions.changePlan, call, { name, draft, seen: before.version });
    return planJson(await planAt(ledger, name));
  },
});

export const deletePlan = operation({
  at: "DELETE /admin/v1/plans/:name",
  of: actions.deletePlan,
  summary: "Delete a plan that no application has",
  params: aPlan,
  query: z.strictObject({
    to_default: z
      .enum(["true"])
      .describe("Applications that have it follow the default plan.")
      .optional(),
  }),
  problems: ["not-found"],
  async run({ params: { name }, query, ...call }) {
    const { version: seen } = await planAt(call.dependencies.ledger, name);
    const frees = query.to_default !== undefined;
    await perform(actions.deletePlan, call, { name, seen, frees });
  },
});

export const setApplicationPlan = operation({
  at: "PUT /admin/v1/applications/:id/plan",
  of: actions.setApplicationPlan,
  summary: "Give an application a plan; without one, it follows the default plan",
  params: anApplication,
  body: z
    .strictObject({ plan: planName.nullable().describe("The plan's name; null for the default.") })
    .meta({ id: "ApplicationPlan" }),
  response: application,
  problems: ["not-found"],
  async run({ params, body, ...call }) {
    const { ledger } = call.dependencies;
    const before = await applicationAt(ledger, params.id);
    const plan = body.plan ?? undefined;
    await perform(actions.setApplicationPlan, call, {
      applicationId: before.id,
      ...{ plan, seen: before.plan },
    });
    return applicationJson(await applicationAt(ledger, before.id));
  },
});

/** Throws 404. */
async function planAt(ledger: Pick<Plans, "plans">, name: string): Promise<ListedPlan> {
  const found = (await ledger.plans()).find((one) => one.name === name);
  if (found === undefined) throw new AdminProblem("not-found", "No such plan.");
  return found;
}

/** Throws 422 with what is wrong. */
function planFrom(
  { description, limits, is_default: isDefault }: z.output<typeof some>,
  limited: Limited,
  before: PlanDraft = noPlanText,
): PlanDraft {
  const read = limits === undefined ? undefined : readPlanLimits(limits, limited);
  if (read?.ok === false) throw new AdminProblem("rejected", read.problem);
  const draft = planWith(before, {
    ...(description !== undefined && { description }),
    ...(read !== undefined && { limits: read.limits }),
    ...(isDefault !== undefined && { isDefault }),
  });
  const problem = problemWithPlan(draft);
  if (problem !== undefined) throw new AdminProblem("rejected", problem);
  return draft;
}
