import { z } from "zod";
import { reasonIn, suspension, userId } from "../../../../../../admin-api/shapes.ts";
import { rejectUserOutcome, user, userAt, userJson } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiUserSuspension = adminEndpoint(
  "/admin/v1/users/:id/suspension",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "PUT",
      name: "suspendUser",
      summary:
        "Suspend a user: sign-ins and requests for the account are rejected from the next one on",
      role: "manager",
      body: suspension,
      response: user,
      problems: ["not-found", "conflict", "rejected"],
      async run({ params, body, by, dependencies: { ledger } }) {
        const outcome = await ledger.suspendUser(params.id, reasonIn(body.because), by);
        if (outcome !== "changed") rejectUserOutcome(outcome);
        return userJson(await userAt(ledger, params.id));
      },
    }),
    operation({
      method: "DELETE",
      name: "restoreUser",
      summary: "Lift a user's suspension",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        if (await ledger.restoreUser(params.id, by)) return;
        throw new AdminProblem("not-found", "No such suspended user.");
      },
    }),
  ],
);
