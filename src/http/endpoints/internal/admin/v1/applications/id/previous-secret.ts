import { z } from "zod";
import { applicationAt } from "../../../../../../admin-api/application.ts";
import { applicationId } from "../../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiPreviousSecret = adminEndpoint(
  "/admin/v1/applications/:id/previous_secret",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "DELETE",
      name: "revokePreviousSecret",
      summary: "End the overlap of the previous consumer secret now",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const { id, secretSetAt } = await applicationAt(ledger, params.id);
        const previous = { applicationId: id, secretSetAt, now: by.at };
        if (await ledger.revokePreviousSecret(previous, by)) return;
        throw new AdminProblem("not-found", "There is no previous secret that still works.");
      },
    }),
  ],
);
