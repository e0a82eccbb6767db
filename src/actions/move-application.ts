import type { AuditContext } from "../domain/audit.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Collaborators } from "../domain/ports/collaborators.ts";
import { ownership } from "../events/application.ts";

/** An operator gives an application another owner. "gone": one of the two was deleted meanwhile. */
export function moveApplication(
  ledger: Pick<Collaborators, "moveApplication">,
  move: { readonly applicationId: ApplicationId; readonly userId: UserId },
  auditContext: AuditContext,
): ReturnType<Collaborators["moveApplication"]> {
  const event = ownership(auditContext, "moved", move.applicationId, move.userId);
  return ledger.moveApplication(move, event);
}
