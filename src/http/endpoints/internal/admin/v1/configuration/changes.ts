import { z } from "zod";
import {
  type ConsumerKey,
  consumerSecretForm,
  isConsumerSecret,
  Secret,
} from "../../../../../../domain/credentials.ts";
import {
  changeJson,
  maxConfigurationBytes,
  orRejected,
} from "../../../../../admin-api/configuration/change.ts";
import { planFor } from "../../../../../admin-api/configuration/plan.ts";
import { configurationIn, onePartOf } from "../../../../../admin-api/configuration/sent.ts";
import { changedSince } from "../../../../../admin-api/configuration/step.ts";
import { consumerKey, sentConfiguration } from "../../../../../admin-api/configuration/wanted.ts";
import { noParams } from "../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../operation/admin-problem.ts";

const keys = z
  .strictObject({
    consumer_key: consumerKey,
    consumer_secret: z
      .string()
      .refine(isConsumerSecret, { error: `must have ${consumerSecretForm}, chosen at random` }),
  })
  .describe("The keys of a new application. Keep them before you send them.");

/**
 * The caller makes the keys of a new application, so that they are kept before the application exists. A secret is as
 * long as one of the service's.
 */
export const apiConfigurationChanges = adminEndpoint(
  "/admin/v1/configuration/changes",
  noParams,
  (operation) => [
    operation({
      method: "POST",
      name: "makeConfigurationChange",
      summary: "Make one change of a plan, all of it or nothing",
      role: "manager",
      body: z
        .strictObject({
          configuration: sentConfiguration.describe(
            "The part that wants the change, and nothing else: one application, the settings, or the administrators.",
          ),
          tag: z.string().max(200).describe("Of the change in the plan."),
          keys: keys.optional(),
        })
        .meta({ id: "ConfigurationChange" }),
      maxBodyBytes: maxConfigurationBytes,
      about: () => ({}),
      problems: ["rejected", "precondition-failed"],
      async run({ body, by, validated, pause, dependencies: { ledger, config } }) {
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
      },
    }),
  ],
);
