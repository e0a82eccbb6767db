/** Ends users and applications in a restored database, where their new owners may be missing. */
import type { UserId } from "../../domain/credentials.ts";
import { eraseResponses } from "./admin-requests.ts";
import { keepName } from "./applications.ts";
import { countUserGrantsGone } from "./grant-counts.ts";
import { rest } from "./reserved-screen-names.ts";
import type { Transaction } from "./write.ts";

export async function endApplication(transaction: Transaction, application: string): Promise<void> {
  const gone = await transaction.db
    .deleteFrom("application")
    .where("id", "=", Number(application))
    .returning(["id", "name"])
    .executeTakeFirst();
  if (gone === undefined) return;
  await eraseResponses(transaction.db, { application_id: gone.id });
  await keepName(transaction, gone);
}

/** If the backup does not have the new owner, the application is suspended until an administrator decides. */
export async function moveOwnership(
  { db }: Transaction,
  application: string,
  owner: string,
): Promise<void> {
  const id = Number(application);
  const isKnown = await db
    .selectFrom("user")
    .select("id")
    .where("id", "=", Number(owner))
    .executeTakeFirst();
  if (isKnown === undefined) return suspendUnowned(db, id);
  await db
    .deleteFrom("collaborator")
    .where("application_id", "=", id)
    .where("user_id", "=", isKnown.id)
    .execute();
  await db.updateTable("application").set({ owner_id: isKnown.id }).where("id", "=", id).execute();
}

/** An account that owns applications cannot be deleted. It is suspended with its applications instead. */
export async function endUser(
  transaction: Transaction,
  userId: UserId,
  now: number,
): Promise<void> {
  const { db } = transaction;
  const id = Number(userId);
  const owned = await db
    .selectFrom("application")
    .select("id")
    .where("owner_id", "=", id)
    .execute();
  if (owned.length > 0) {
    for (const application of owned) await suspendUnowned(db, application.id);
    await db
      .updateTable("user")
      .set({ suspended_because: "the account was deleted", is_admin: 0 })
      .where("id", "=", id)
      .execute();
    return;
  }
  await countUserGrantsGone(transaction, userId, now);
  const gone = await db
    .deleteFrom("user")
    .where("id", "=", id)
    .returning("folded_screen_name as folded")
    .executeTakeFirst();
  if (gone === undefined) return;
  await eraseResponses(db, { user_id: id });
  await rest(transaction, { ...gone, userId, now });
}

async function suspendUnowned(db: Transaction["db"], application: number): Promise<void> {
  await db
    .updateTable("application")
    .set({ suspended_because: "its owner is not in the backup that was restored" })
    .where("id", "=", application)
    .where("suspended_because", "is", null)
    .execute();
}
