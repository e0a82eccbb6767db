import { z } from "zod";
import { adminEndpoint } from "../../../../../../../verification/admin-endpoint.ts";
import { userId } from "../../../../../../admin-api/shapes.ts";
import { rejectUserOutcome, user, userAt, userJson } from "../../../../../../admin-api/user.ts";

export const apiUserAdmin = adminEndpoint(
  "/admin/v1/users/:id/admin",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "PUT",
      name: "grantAdmin",
      summary: "Make a user an administrator, from the next request on",
      role: "manager",
      response: user,
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const outcome = await ledger.setAdmin(params.id, true, by);
        if (outcome !== "changed") rejectUserOutcome(outcome);
        return userJson(await userAt(ledger, params.id));
      },
    }),
    operation({
      method: "DELETE",
      name: "revokeAdmin",
      summary: "Remove a user's administrator rights, from the next request on",
      role: "manager",
      problems: ["not-found", "conflict"],
      async run({ params, by, dependencies: { ledger } }) {
        const outcome = await ledger.setAdmin(params.id, false, by);
        if (outcome !== "changed") rejectUserOutcome(outcome);
      },
    }),
  ],
);
