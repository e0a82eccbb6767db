import { z } from "zod";
import { factors, factorsJson, removal } from "../../../../../../admin-api/factors.ts";
import { reasonIn, userId } from "../../../../../../admin-api/shapes.ts";
import { userAt } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiUserFactors = adminEndpoint(
  "/admin/v1/users/:id/factors",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "GET",
      name: "listFactors",
      summary: "List a user's second factors, without their secrets",
      role: "viewer",
      response: factors,
      problems: ["not-found"],
      async run({ params, dependencies: { ledger } }) {
        const { id } = await userAt(ledger, params.id);
        return factorsJson(await ledger.factorsOf(id));
      },
    }),
    operation({
      method: "DELETE",
      name: "removeFactors",
      summary: "Remove all second factors of a user; all sessions end",
      role: "manager",
      query: removal,
      problems: ["not-found", "rejected"],
      async run({ params, query, by, dependencies: { ledger } }) {
        if (await ledger.removeSecondFactors(params.id, reasonIn(query.because), by)) return;
        throw new AdminProblem("not-found", "The user has no second factor.");
      },
    }),
  ],
);
