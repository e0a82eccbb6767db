/** Who works on an application, in the admin API. */
import { z } from "zod";
import { type Collaborator, collaboratorRoles } from "../../domain/collaborator.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import type { Collaborators } from "../../domain/ports/collaborators.ts";
import * as actions from "../actions/applications.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { anApplication, applicationAt } from "./application.ts";
import { applicationId, itemsOf, screenName, time, timeOf, userId } from "./shapes.ts";
import { userNamed } from "./users.ts";

const role = z
  .enum(collaboratorRoles)
  .describe("A viewer sees the application; an editor also changes it.");

const collaborator = z
  .strictObject({
    user_id: z.string().describe("The user's ID."),
    screen_name: z.string().describe("The user's screen name."),
    role,
    accepted: z.boolean().describe("False while the invitation is pending."),
    invited_at: time.describe("When the user was invited."),
  })
  .meta({ id: "Collaborator" });

function collaboratorJson(one: Collaborator): z.input<typeof collaborator> {
  return {
    user_id: one.userId,
    screen_name: one.screenName,
    role: one.role,
    accepted: one.accepted,
    invited_at: timeOf(one.invitedAt),
  };
}

/** Throws 404. */
async function collaboratorAt(
  ledger: Pick<Collaborators, "collaborators">,
  applicationId: ApplicationId,
  userId: UserId,
  now: number,
): Promise<Collaborator> {
  const { users } = await ledger.collaborators(applicationId, now);
  const found = users.find((one) => one.userId === userId);
  if (found === undefined) throw new AdminProblem("not-found", "No such collaborator.");
  return found;
}

export const listCollaborators = operation({
  at: "GET /admin/v1/applications/:id/collaborators",
  name: "listCollaborators",
  summary: "List who works on an application, and who is invited",
  params: anApplication,
  response: z.strictObject({ data: itemsOf(collaborator) }).meta({ id: "CollaboratorList" }),
  problems: ["not-found"],
  async run({ params, by, dependencies: { ledger } }) {
    const { id } = await applicationAt(ledger, params.id);
    const { users } = await ledger.collaborators(id, by.at);
    return { data: users.map(collaboratorJson) };
  },
});

export const inviteCollaborator = operation({
  at: "POST /admin/v1/applications/:id/collaborators",
  of: actions.inviteCollaborator,
  summary: "Invite a user to work on an application",
  params: anApplication,
  body: z.strictObject({ screen_name: screenName, role }).meta({ id: "NewCollaborator" }),
  response: collaborator,
  creates: true,
  about: ({ params }, { user_id }) => ({ userId: user_id as UserId, applicationId: params.id }),
  problems: ["rejected"],
  async run({ params, body, ...call }) {
    const { ledger } = call.dependencies;
    const { id } = await applicationAt(ledger, params.id);
    const user = await userNamed(ledger, body.screen_name);
    const invited = { applicationId: id, userId: user.id, role: body.role };
    await perform(actions.inviteCollaborator, call, invited);
    return collaboratorJson(await collaboratorAt(ledger, id, user.id, call.by.at));
  },
});

const aCollaborator = z.strictObject({ id: applicationId, user: userId });

export const changeCollaborator = operation({
  at: "PATCH /admin/v1/applications/:id/collaborators/:user",
  of: actions.changeCollaborator,
  summary: "Change a collaborator's role",
  params: aCollaborator,
  body: z.strictObject({ role }).meta({ id: "CollaboratorChange" }),
  response: collaborator,
  async run({ params: { id, user }, body, ...call }) {
    const change = { applicationId: id, userId: user, role: body.role };
    await perform(actions.changeCollaborator, call, change);
    return collaboratorJson(await collaboratorAt(call.dependencies.ledger, id, user, call.by.at));
  },
});

export const removeCollaborator = operation({
  at: "DELETE /admin/v1/applications/:id/collaborators/:user",
  of: actions.removeCollaborator,
  summary: "Remove a collaborator, or withdraw the invitation",
  params: aCollaborator,
  async run({ params: { id, user }, ...call }) {
    await perform(actions.removeCollaborator, call, { applicationId: id, userId: user });
  },
});
