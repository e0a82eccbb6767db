import { z } from "zod";
import { type Collaborator, collaboratorRoles } from "../../domain/collaborator.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import type { Collaborators } from "../../domain/ports/collaborators.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { time, timeOf } from "./shapes.ts";

export const collaborator = z
  .strictObject({
    user_id: z.string(),
    screen_name: z.string(),
    role: z.enum(collaboratorRoles),
    accepted: z.boolean().describe("False while the invitation is pending."),
    invited_at: time,
  })
  .meta({ id: "Collaborator" });

export function collaboratorJson(one: Collaborator): z.input<typeof collaborator> {
  return {
    user_id: one.userId,
    screen_name: one.screenName,
    role: one.role,
    accepted: one.accepted,
    invited_at: timeOf(one.invitedAt),
  };
}

/** Throws 404. */
export async function collaboratorAt(
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
