/** The whole configuration in the admin API: reading it, planning a change to another one, and making it. */
import { z } from "zod";
import {
  type ConsumerKey,
  consumerSecretForm,
  isConsumerSecret,
  Secret,
} from "../../domain/credentials.ts";
import { loadedFrom } from "../../domain/own-limits.ts";
import { readSunsets } from "../../domain/sunset.ts";
import { type AdminCall, operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import {
  changeJson,
  maxConfigurationBytes,
  orRejected,
  plannedChange,
} from "./configuration/change.ts";
import { planFor } from "./configuration/plan.ts";
import { presentConfiguration } from "./configuration/present.ts";
import { changedSince } from "./configuration/step.ts";
import {
  type ApplicationEntry,
  applicationEntry,
  type Configuration,
  configuration,
  consumerKey,
  maxApplications,
  type SentConfiguration,
  sentConfiguration,
} from "./configuration/wanted.ts";

export const getConfiguration = operation({
  at: "GET /admin/v1/configuration",
  name: "getConfiguration",
  summary: "Get all applications, administrators and settings as a configuration without secrets",
  response: configuration,
  problems: ["rejected"],
  run: ({ by, pause, dependencies: { ledger, config } }) =>
    orRejected(() => presentConfiguration({ ledger, config, now: by.at, pause }, maxApplications)),
});

/** A viewer's key may plan, so that a pipeline can check a configuration before it is accepted. */
export const planConfiguration = operation({
  at: "POST /admin/v1/configuration/plan",
  name: "planConfiguration",
  summary: "Get what is left to do for the service to be as a configuration; changes nothing",
  body: sentConfiguration,
  maxBodyBytes: maxConfigurationBytes,
  response: z
    .strictObject({
      changes: z.array(plannedChange).describe("The changes, in the order in which to make them."),
    })
    .meta({ id: "Plan" }),
  changesNothing: true,
  problems: ["rejected"],
  async run({ body, by, server: { validated }, pause, dependencies: { ledger, config } }) {
    const wanted = await configurationIn(body, { validated, pause });
    const planning = { ledger, config, now: by.at, pause };
    const steps = await orRejected(() => planFor(wanted, planning));
    return { changes: steps.map(changeJson) };
  },
});

const keys = z
  .strictObject({
    consumer_key: consumerKey.describe("The consumer key."),
    consumer_secret: z
      .string()
      .refine(isConsumerSecret, { error: `must have ${consumerSecretForm}, chosen at random` })
      .describe("The consumer secret."),
  })
  .describe("The keys of a new application. Keep them before you send them.");

/**
 * The caller makes the keys of a new application, so that they are kept before the application exists. A secret is as
 * long as one of the service's.
 */
export const makeConfigurationChange = operation({
  at: "POST /admin/v1/configuration/changes",
  name: "makeConfigurationChange",
  summary: "Make one change of a plan, all of it or nothing",
  role: "manager",
  body: z
    .strictObject({
      configuration: sentConfiguration.describe(
        "The part that wants the change, and nothing else: one application, one plan, one API limit, one sunset, the settings, or the administrators.",
      ),
      tag: z.string().max(200).describe("The tag of the change in the plan."),
      keys: keys.optional(),
    })
    .meta({ id: "ConfigurationChange" }),
  maxBodyBytes: maxConfigurationBytes,
  about: () => ({}),
  problems: ["rejected", "precondition-failed"],
  async run({
    body,
    by,
    server: { validated },
    pause,
    dependencies: { ledger, config, sunsets, ownLimits },
  }) {
    const { tag: planned, keys: given } = body;
    const sent = onePartOf(body.configuration);
    const part = await configurationIn(sent, { validated, pause }, ["configuration"]);
    const made = given && {
      consumerKey: given.consumer_key as ConsumerKey,
      consumerSecret: new Secret(given.consumer_secret),
    };
    await orRejected(async () => {
      const planning = { ledger, config, now: by.at, pause };
      const [step] = await planFor(part, planning);
      const current = step && changeJson(step).tag;
      if (step === undefined || current !== planned) {
        throw new AdminProblem("precondition-failed", changedSince);
      }
      await step.run(by, made);
    });
    // They are in force before the response.
    if (part.sunsets !== undefined) sunsets.replace(readSunsets(await ledger.setting("sunsets")));
    if (hasLimits(part)) await ownLimits.load(() => loadedFrom(ledger));
  },
});

function hasLimits({ plans, api_limits: limits, applications = [] }: Configuration): boolean {
  const ofApplications = applications.some((one) => (one.plan ?? one.limits) !== undefined);
  return ofApplications || plans !== undefined || limits !== undefined;
}

/**
 * Each application is validated in a turn of its own. `within` is where the configuration is in the body. Throws 400
 * for the first one that is not valid.
 */
async function configurationIn(
  { applications, ...service }: SentConfiguration,
  { validated, pause }: Pick<AdminCall, "pause"> & Pick<AdminCall["server"], "validated">,
  within: readonly string[] = [],
): Promise<Configuration> {
  if (applications === undefined) return service;
  const entries: ApplicationEntry[] = [];
  for (const [at, one] of applications.entries()) {
    await pause();
    entries.push(validated(applicationEntry, one, [...within, "applications", at]));
  }
  return { ...service, applications: entries };
}

/** Throws 400 for a configuration with several parts: the work of a change must not grow with the whole plan. */
function onePartOf(sent: SentConfiguration): SentConfiguration {
  const { applications = [], administrators, settings } = sent;
  const others = [administrators, settings].filter((one) => one !== undefined);
  const named = [sent.plans, sent.api_limits, sent.sunsets].flatMap((all = {}) => Object.keys(all));
  if (applications.length + named.length + others.length === 1) return sent;
  const detail =
    "Send only the part of the configuration that wants the change: one application, one plan, one API limit, one sunset, the settings, or the administrators.";
  throw new AdminProblem("invalid-request", detail, {
    errors: [{ at: "configuration", detail }],
  });
}
