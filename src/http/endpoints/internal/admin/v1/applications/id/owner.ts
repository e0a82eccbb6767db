import { z } from "zod";
import {
  application,
  applicationAt,
  applicationJson,
} from "../../../../../../admin-api/application.ts";
import { applicationId, screenName } from "../../../../../../admin-api/shapes.ts";
import { userNamed } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiApplicationOwner = adminEndpoint(
  "/admin/v1/applications/:id/owner",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "PUT",
      name: "moveApplication",
      summary: "Transfer an application to another owner; the current owner loses access",
      role: "manager",
      body: z.strictObject({ screen_name: screenName }).meta({ id: "NewOwner" }),
      response: application,
      problems: ["not-found", "rejected"],
      async run({ params, body, by, dependencies: { ledger } }) {
        const { id } = await applicationAt(ledger, params.id);
        const user = await userNamed(ledger, body.screen_name);
        const outcome = await ledger.moveApplication({ applicationId: id, userId: user.id }, by);
        if (outcome === "gone") {
          throw new AdminProblem("not-found", "The application or the user was deleted.");
        }
        // A repeated call finds the new owner, which is what it wants.
        return applicationJson(await applicationAt(ledger, id));
      },
    }),
  ],
);
