import { z } from "zod";
import { apiKeyId } from "../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../operation/admin-problem.ts";

export const apiApiKey = adminEndpoint(
  "/admin/v1/api_keys/:id",
  z.strictObject({ id: apiKeyId }),
  (operation) => [
    operation({
      method: "DELETE",
      name: "revokeApiKey",
      summary: "Revoke an API key, from the next call on",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        if ((await ledger.revokeApiKey(params.id, by)) !== undefined) return;
        throw new AdminProblem("not-found", "No such API key.");
      },
    }),
  ],
);
