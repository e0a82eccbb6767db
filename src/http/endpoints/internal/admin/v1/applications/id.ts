import { z } from "zod";
import { confirmNewSchemes } from "../../../../../actions/application-draft.ts";
import { effectsOfChange } from "../../../../../actions/change-application.ts";
import {
  application,
  applicationAt,
  applicationJson,
} from "../../../../../admin-api/application.ts";
import { applicationChange, draftFrom } from "../../../../../admin-api/application-draft.ts";
import { effectJson, rejectUnconfirmed } from "../../../../../admin-api/change-effects.ts";
import { applicationId } from "../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../operation/admin-problem.ts";

export const apiApplication = adminEndpoint(
  "/admin/v1/applications/:id",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "GET",
      name: "getApplication",
      summary: "Get an application",
      role: "viewer",
      response: application,
      tagged: true,
      problems: ["not-found"],
      async run({ params, dependencies: { ledger } }) {
        return applicationJson(await applicationAt(ledger, params.id));
      },
    }),
    operation({
      method: "PATCH",
      name: "changeApplication",
      summary: "Change an application's settings, by the rules of the portal",
      role: "manager",
      query: z.strictObject({
        confirm: z
          .enum(["true"])
          .describe("Change it even if that ends access or callbacks that are in use.")
          .optional(),
      }),
      body: applicationChange,
      response: application,
      tagged: true,
      ifMatch: true,
      problems: ["not-found", "conflict", "rejected"],
      async run({ params, query, body, by, assertMatch, dependencies: { ledger, config } }) {
        const before = await applicationAt(ledger, params.id);
        assertMatch(applicationJson(before));
        const draft = draftFrom(body, config, before);
        const effects = await effectsOfChange(ledger, before, draft, by.at);
        if (query.confirm === undefined) rejectUnconfirmed(effects.map(effectJson));
        const change = { applicationId: before.id, from: before, draft, now: by.at };
        if (!(await ledger.changeApplication(change, by))) {
          throw new AdminProblem(
            "precondition-failed",
            "It has changed in the meantime. Read it again.",
          );
        }
        await confirmNewSchemes(ledger, before, draft, by);
        return applicationJson(await applicationAt(ledger, params.id));
      },
    }),
    operation({
      method: "DELETE",
      name: "deleteApplication",
      summary: "Delete an application and all its tokens",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        await applicationAt(ledger, params.id);
        await ledger.deleteApplication(params.id, by);
      },
    }),
  ],
);
