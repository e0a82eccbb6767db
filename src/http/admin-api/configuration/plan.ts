/** What is left to do for the service to be as a configuration describes it. */
import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import { limitedIn } from "../../../verification/rate-limits/limits-in-force.ts";
import { apiLimitStep, limitedAfter } from "./api-limit-step.ts";
import { applicationStep, type Entries } from "./application-step.ts";
import { administratorsStep, planStep, settingsStep } from "./service-steps.ts";
import type { PlannedChange, Planning, Step } from "./step.ts";
import { sunsetStep } from "./sunset-step.ts";
import type { ApplicationEntry, Configuration } from "./wanted.ts";

/** Everything that can't be done, and nothing was changed. */
export class PlanRejected extends ConfigurationRejected {
  readonly problems: readonly { readonly at: string; readonly detail: string }[];

  constructor(problems: PlanRejected["problems"]) {
    super(problems.map(({ at, detail }) => `${at}: ${detail}`).join("\n"));
    this.problems = problems;
  }
}

/**
 * Entries with a consumer key come first, also when the plan is carried out: they may give an application the name of
 * an entry without a key, or take it away. Throws `PlanRejected`.
 */
export async function planFor(
  {
    applications = [],
    settings,
    administrators,
    plans = {},
    api_limits: apiLimits = {},
    sunsets = {},
  }: Configuration,
  given: Planning,
): Promise<readonly (PlannedChange & Step)[]> {
  const problems: PlanRejected["problems"][number][] = [];
  const steps: (PlannedChange & Step)[] = [];
  const planning = { ...given, limited: limitedAfter(apiLimits, await limitedIn(given)) };
  for (const [name, limit] of Object.entries(apiLimits)) {
    await collect(`api_limits.${name}`, "", () => apiLimitStep(name, limit, planning));
  }
  for (const [name, plan] of Object.entries(plans)) {
    await collect(`plans.${name}`, "", () => planStep(name, plan, planning));
  }
  const names = new Set([
    ...Object.keys(plans),
    ...(await planning.ledger.plans()).map(({ name }) => name),
  ]);
  const keys = new Set(applications.flatMap(({ consumer_key: key }) => key ?? []));
  const entries: Entries = { keys, seen: new Set(), named: new Set() };
  const numbered = [...applications.entries()];
  const hasKey = ([, entry]: (typeof numbered)[number]) => entry.consumer_key !== undefined;
  for (const [at, entry] of [
    ...numbered.filter(hasKey),
    ...numbered.filter((one) => !hasKey(one)),
  ]) {
    await collect(`applications[${at}]`, ` (${nameOf(entry)})`, () =>
      applicationStep(entry, { ...planning, plans: names }, entries),
    );
  }
  for (const [name, sunset] of Object.entries(sunsets)) {
    await collect(`sunsets.${name}`, "", () => sunsetStep(name, sunset, planning, keys));
  }
  if (settings !== undefined) {
    await collect("settings", "", () => settingsStep(settings, planning));
  }
  if (administrators !== undefined) {
    await collect("administrators", "", () => administratorsStep(administrators, planning));
  }
  if (problems.length === 0) return steps;
  throw new PlanRejected(problems);

  async function collect(part: string, named: string, plan: () => Promise<Step | undefined>) {
    await given.pause?.();
    try {
      const step = await plan();
      if (step !== undefined) steps.push({ part, ...step });
    } catch (error) {
      if (!(error instanceof ConfigurationRejected)) throw error;
      problems.push({ at: part + named, detail: error.message });
    }
  }
}

function nameOf({ name, consumer_key }: ApplicationEntry): string {
  return name ?? consumer_key ?? "";
}
