/** Users who work on an application beside its owner. */

import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { CollaboratorRole } from "../../src/domain/collaborator.ts";
import type { UserId } from "../../src/domain/credentials.ts";
import type { World } from "./world.ts";

type Place = Pick<World, "ledger" | "clock"> & {
  readonly application: Pick<World["application"], "id">;
};

export async function inviteCollaborator(
  { ledger, application, clock: { now } }: Place,
  userId: UserId,
  role: CollaboratorRole = "viewer",
): Promise<void> {
  const outcome = await ledger.inviteCollaborator(
    { applicationId: application.id, userId, role, now },
    byCommandLine(now),
  );
  if (outcome !== "invited") throw new Error(outcome);
}

/** Invites the user and accepts the invitation. */
export async function addCollaborator(
  place: Place,
  userId: UserId,
  role: CollaboratorRole,
): Promise<void> {
  const { ledger, application, clock } = place;
  await inviteCollaborator(place, userId, role);
  await ledger.acceptInvitation(
    { applicationId: application.id, userId, role },
    byCommandLine(clock.now),
  );
}
