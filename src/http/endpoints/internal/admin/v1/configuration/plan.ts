import { z } from "zod";
import {
  changeJson,
  maxConfigurationBytes,
  orRejected,
  plannedChange,
} from "../../../../../admin-api/configuration/change.ts";
import { planFor } from "../../../../../admin-api/configuration/plan.ts";
import { configurationIn } from "../../../../../admin-api/configuration/sent.ts";
import { sentConfiguration } from "../../../../../admin-api/configuration/wanted.ts";
import { noParams } from "../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../operation/admin-endpoint.ts";

/** A viewer's key may plan, so that a pipeline can check a configuration before it is accepted. */
export const apiConfigurationPlan = adminEndpoint(
  "/admin/v1/configuration/plan",
  noParams,
  (operation) => [
    operation({
      method: "POST",
      name: "planConfiguration",
      summary: "Get what is left to do for the service to be as a configuration; changes nothing",
      role: "viewer",
      body: sentConfiguration,
      maxBodyBytes: maxConfigurationBytes,
      response: z.strictObject({ changes: z.array(plannedChange) }).meta({ id: "Plan" }),
      changesNothing: true,
      problems: ["rejected"],
      async run({ body, by, validated, pause, dependencies: { ledger, config } }) {
        const wanted = await configurationIn(body, { validated, pause });
        const planning = { ledger, config, now: by.at, pause };
        const steps = await orRejected(() => planFor(wanted, planning));
        return { changes: steps.map(changeJson) };
      },
    }),
  ],
);
