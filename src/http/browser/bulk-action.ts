/** A bulk action as pages show it. */
import type { BulkAction } from "../../domain/bulk-action.ts";
import { idFrom, type UserId } from "../../domain/credentials.ts";
import type { Users } from "../../domain/ports/users.ts";
import type { NamedBulkAction } from "../../pages/views/admin/bulk-actions.ts";

export async function namedBulkAction(
  ledger: Pick<Users, "userById">,
  action: BulkAction,
): Promise<NamedBulkAction> {
  const [kind, name] = action.createdBy.split(":");
  const id = kind === "user" ? idFrom<UserId>(name) : undefined;
  return { ...action, createdByScreenName: id && (await ledger.userById(id))?.screenName };
}
