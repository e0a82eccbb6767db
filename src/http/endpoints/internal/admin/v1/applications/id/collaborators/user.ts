import { z } from "zod";
import { collaboratorRoles } from "../../../../../../../../domain/collaborator.ts";
import {
  collaborator,
  collaboratorAt,
  collaboratorJson,
} from "../../../../../../../admin-api/collaborator.ts";
import { applicationId, userId } from "../../../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../../operation/admin-problem.ts";

export const apiCollaborator = adminEndpoint(
  "/admin/v1/applications/:id/collaborators/:user",
  z.strictObject({ id: applicationId, user: userId }),
  (operation) => [
    operation({
      method: "PATCH",
      name: "changeCollaborator",
      summary: "Change a collaborator's role",
      role: "manager",
      body: z.strictObject({ role: z.enum(collaboratorRoles) }).meta({ id: "CollaboratorChange" }),
      response: collaborator,
      problems: ["not-found"],
      async run({ params: { id, user }, body, by, dependencies: { ledger } }) {
        const change = { applicationId: id, userId: user, role: body.role };
        if (!(await ledger.changeCollaborator(change, by))) {
          throw new AdminProblem("not-found", "No such collaborator.");
        }
        return collaboratorJson(await collaboratorAt(ledger, id, user, by.at));
      },
    }),
    operation({
      method: "DELETE",
      name: "removeCollaborator",
      summary: "Remove a collaborator, or withdraw the invitation",
      role: "manager",
      problems: ["not-found"],
      async run({ params: { id, user }, by, dependencies: { ledger } }) {
        if (await ledger.removeCollaborator({ applicationId: id, userId: user }, by)) return;
        throw new AdminProblem("not-found", "No such collaborator.");
      },
    }),
  ],
);
