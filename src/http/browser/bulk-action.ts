/** A bulk action as pages show it. */
import type { BulkAction } from "../../domain/bulk-action.ts";
import { type BulkActionId, idFrom, type UserId } from "../../domain/credentials.ts";
import type { Users } from "../../domain/ports/users.ts";
import type { NamedBulkAction } from "../../pages/views/admin/bulk-actions.ts";
import type { ViewerCall } from "./viewer-call.ts";

export async function namedBulkAction(
  ledger: Pick<Users, "userById">,
  action: BulkAction,
): Promise<NamedBulkAction> {
  const [kind, name] = action.createdBy.split(":");
  const id = kind === "user" ? idFrom<UserId>(name) : undefined;
  return { ...action, createdByScreenName: id && (await ledger.userById(id))?.screenName };
}

export interface BulkActionCall extends ViewerCall {
  readonly action: BulkAction;
}

export async function bulkActionIn(call: ViewerCall): Promise<BulkActionCall | undefined> {
  const id = idFrom<BulkActionId>(call.parameters.id);
  const action = id && (await call.dependencies.ledger.bulkAction(id));
  return action && { ...call, action };
}
