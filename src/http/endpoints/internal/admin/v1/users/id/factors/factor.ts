import { z } from "zod";
import { removeFactor } from "../../../../../../../actions/remove-factor.ts";
import { removal } from "../../../../../../../admin-api/factors.ts";
import { reasonIn, userId } from "../../../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../../operation/admin-problem.ts";

export const apiUserFactor = adminEndpoint(
  "/admin/v1/users/:id/factors/:factor",
  z.strictObject({ id: userId, factor: z.string() }),
  (operation) => [
    operation({
      method: "DELETE",
      name: "removeFactor",
      summary: "Remove one second factor of a user; all sessions end",
      role: "manager",
      query: removal,
      problems: ["not-found", "rejected"],
      async run({ params, query, by, dependencies: { ledger } }) {
        const wanted = { userId: params.id, written: params.factor };
        const because = reasonIn(query.because);
        if ((await removeFactor(ledger, { ...wanted, because }, by)) !== undefined) return;
        throw new AdminProblem("not-found", "The user has no such second factor.");
      },
    }),
  ],
);
