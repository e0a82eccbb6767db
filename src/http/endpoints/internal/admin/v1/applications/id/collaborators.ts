import { z } from "zod";
import { collaboratorRoles } from "../../../../../../../domain/collaborator.ts";
import type { UserId } from "../../../../../../../domain/credentials.ts";
import { applicationAt } from "../../../../../../admin-api/application.ts";
import {
  collaborator,
  collaboratorAt,
  collaboratorJson,
} from "../../../../../../admin-api/collaborator.ts";
import { applicationId, screenName } from "../../../../../../admin-api/shapes.ts";
import { userNamed } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiCollaborators = adminEndpoint(
  "/admin/v1/applications/:id/collaborators",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "GET",
      name: "listCollaborators",
      summary: "List who works on an application, and who is invited",
      role: "viewer",
      response: z.strictObject({ data: z.array(collaborator) }).meta({ id: "CollaboratorList" }),
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const { id } = await applicationAt(ledger, params.id);
        const { users } = await ledger.collaborators(id, by.at);
        return { data: users.map(collaboratorJson) };
      },
    }),
    operation({
      method: "POST",
      name: "inviteCollaborator",
      summary: "Invite a user to work on an application",
      role: "manager",
      body: z
        .strictObject({ screen_name: screenName, role: z.enum(collaboratorRoles) })
        .meta({ id: "NewCollaborator" }),
      response: collaborator,
      creates: true,
      about: ({ params }, { user_id }) => ({
        userId: user_id as UserId,
        applicationId: params.id,
      }),
      problems: ["not-found", "conflict", "rejected"],
      async run({ params, body, by, dependencies: { ledger } }) {
        const { id } = await applicationAt(ledger, params.id);
        const user = await userNamed(ledger, body.screen_name);
        const invitation = { applicationId: id, userId: user.id, role: body.role, now: by.at };
        const outcome = await ledger.inviteCollaborator(invitation, by);
        if (outcome === "gone") {
          throw new AdminProblem("not-found", "The application or the user was deleted.");
        }
        if (outcome !== "invited") throw new AdminProblem("conflict", sentences[outcome]);
        return collaboratorJson(await collaboratorAt(ledger, id, user.id, by.at));
      },
    }),
  ],
);

const sentences = {
  "is-collaborator": "The user already works on the application, or is invited.",
  "is-owner": "The user owns the application.",
  "too-many": "The application has the maximum number of collaborators.",
  "too-many-waiting": "The user hasn't answered earlier invitations from this owner.",
} as const;
