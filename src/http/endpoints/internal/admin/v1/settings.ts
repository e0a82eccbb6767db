import { z } from "zod";
import { signUpWays } from "../../../../../domain/operating.ts";
import {
  type GraceDays,
  graceChoices,
  secondFactorRequirements,
} from "../../../../../domain/second-factor.ts";
import {
  changeServiceSettings,
  ruleAfter,
  type ServiceSettings,
  serviceSettingsIn,
} from "../../../../actions/service-settings.ts";
import { noParams } from "../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../operation/admin-problem.ts";

const members = {
  sign_up: z.enum(signUpWays).describe("Who can create an account."),
  second_factor: z.enum(secondFactorRequirements).describe("Who needs a second factor."),
  grace_days: z.literal([...graceChoices]).describe("The grace period in days."),
};

const settings = z.strictObject(members).meta({ id: "Settings" });

export const apiSettings = adminEndpoint("/admin/v1/settings", noParams, (operation) => [
  operation({
    method: "GET",
    name: "getSettings",
    summary: "Get the settings that change without a restart",
    role: "viewer",
    response: settings,
    tagged: true,
    run: async ({ dependencies }) => settingsJson(await serviceSettingsIn(dependencies)),
  }),
  operation({
    method: "PATCH",
    name: "changeSettings",
    summary: "Change settings without a restart",
    role: "manager",
    body: z.strictObject(members).partial().meta({ id: "SettingsChange" }),
    response: settings,
    tagged: true,
    ifMatch: true,
    async run({ body, by, assertMatch, dependencies }) {
      const present = await serviceSettingsIn(dependencies);
      assertMatch(settingsJson(present));
      const { second_factor: requiredFor, grace_days: graceDays } = body;
      const rule = ruleAfter(
        present.rule,
        {
          requiredFor: requiredFor ?? present.rule.requiredFor,
          graceDays: graceDays ?? present.rule.graceDays,
        },
        by.at,
      );
      // A value that it has by the configuration is not put in the database by repeating it.
      const signUp = body.sign_up === present.signUp ? undefined : body.sign_up;
      const wanted = { signUp, rule };
      if (!(await changeServiceSettings(dependencies, present, wanted, by))) {
        throw new AdminProblem(
          "precondition-failed",
          "They have changed in the meantime. Read them again.",
        );
      }
      return settingsJson(await serviceSettingsIn(dependencies));
    },
  }),
]);

function settingsJson({ signUp, rule }: ServiceSettings): {
  sign_up: ServiceSettings["signUp"];
  second_factor: ServiceSettings["rule"]["requiredFor"];
  grace_days: GraceDays;
} {
  return { sign_up: signUp, second_factor: rule.requiredFor, grace_days: rule.graceDays };
}
