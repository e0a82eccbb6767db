import { z } from "zod";
import { userId } from "../../../../../admin-api/shapes.ts";
import { rejectUserOutcome, user, userAt, userJson } from "../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../operation/admin-endpoint.ts";

export const apiUser = adminEndpoint(
  "/admin/v1/users/:id",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "GET",
      name: "getUser",
      summary: "Get a user",
      role: "viewer",
      response: user,
      problems: ["not-found"],
      async run({ params, dependencies: { ledger } }) {
        return userJson(await userAt(ledger, params.id));
      },
    }),
    operation({
      method: "DELETE",
      name: "deleteUser",
      summary: "Delete an account with everything it granted; this can't be undone",
      role: "manager",
      problems: ["not-found", "conflict"],
      async run({ params, by, dependencies: { ledger } }) {
        const outcome = await ledger.deleteUser({ userId: params.id }, by);
        if (outcome !== "deleted") rejectUserOutcome(outcome);
      },
    }),
  ],
);
