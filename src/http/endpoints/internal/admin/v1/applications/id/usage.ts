import { z } from "zod";
import { applicationAt } from "../../../../../../admin-api/application.ts";
import { applicationId } from "../../../../../../admin-api/shapes.ts";
import { usage, usageJson, usageQuery } from "../../../../../../admin-api/usage.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";

export const apiApplicationUsage = adminEndpoint(
  "/admin/v1/applications/:id/usage",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "GET",
      name: "getApplicationUsage",
      summary: "Get an application's requests over time",
      role: "viewer",
      query: usageQuery,
      response: usage,
      problems: ["not-found"],
      async run({ params, query, dependencies }) {
        const { id } = await applicationAt(dependencies.ledger, params.id);
        return usageJson(id, query.period, dependencies);
      },
    }),
  ],
);
