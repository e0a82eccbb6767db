import { z } from "zod";
import {
  application,
  applicationAt,
  applicationJson,
} from "../../../../../../admin-api/application.ts";
import { applicationId, reasonIn, suspension } from "../../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiApplicationSuspension = adminEndpoint(
  "/admin/v1/applications/:id/suspension",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "PUT",
      name: "suspendApplication",
      summary: "Suspend an application: its requests are rejected from the next one on",
      role: "manager",
      body: suspension,
      response: application,
      problems: ["not-found", "rejected"],
      async run({ params, body, by, dependencies: { ledger } }) {
        const { id } = await applicationAt(ledger, params.id);
        await ledger.suspendApplication(id, reasonIn(body.because), by);
        return applicationJson(await applicationAt(ledger, id));
      },
    }),
    operation({
      method: "DELETE",
      name: "restoreApplication",
      summary: "Lift an application's suspension",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const { id } = await applicationAt(ledger, params.id);
        if (await ledger.restoreApplication(id, by)) return;
        throw new AdminProblem("not-found", "The application is not suspended.");
      },
    }),
  ],
);
