/** Ends access tokens in a restored ledger, and updates the counts of grants. */
import { countGrant } from "./grant-counts.ts";
import type { Transaction } from "./transaction.ts";

export async function endAccess(
  transaction: Transaction,
  token: string,
  at: number,
): Promise<void> {
  const gone = await transaction.db
    .deleteFrom("access_token")
    .where("token", "=", token)
    .returning(["application_id as applicationId", "access"])
    .executeTakeFirst();
  if (gone !== undefined) await countGrant(transaction, { ...gone, change: -1, at });
}

/** Lowers a write token to read, or deletes it if its user also has a read token. */
export async function lowerAccess(
  transaction: Transaction,
  token: string,
  at: number,
): Promise<void> {
  const { db } = transaction;
  const writing = await db
    .selectFrom("access_token")
    .select(["application_id as applicationId", "user_id"])
    .where("token", "=", token)
    .where("access", "=", "write")
    .executeTakeFirst();
  if (writing === undefined) return;
  const { applicationId } = writing;
  const reading = await db
    .selectFrom("access_token")
    .select("token")
    .where("application_id", "=", applicationId)
    .where("user_id", "=", writing.user_id)
    .where("access", "=", "read")
    .executeTakeFirst();
  if (reading !== undefined) return endAccess(transaction, token, at);
  await db.updateTable("access_token").set({ access: "read" }).where("token", "=", token).execute();
  await countGrant(transaction, { applicationId, access: "write", change: -1, at });
  await countGrant(transaction, { applicationId, access: "read", change: 1, at });
}

/** Returns how many there were. `issuedAfter`: milliseconds since the epoch. */
export async function endAccessAfter(
  transaction: Transaction,
  issuedAfter: number,
  at: number,
): Promise<number> {
  const { db } = transaction;
  const counted = await db
    .selectFrom("access_token")
    .select(({ fn }) => [
      "application_id as applicationId",
      "access",
      fn.countAll<number>().as("tokens"),
    ])
    .where("created_at", ">", issuedAfter)
    .groupBy(["application_id", "access"])
    .execute();
  for (const { applicationId, access, tokens } of counted) {
    await countGrant(transaction, { applicationId, access, change: -Number(tokens), at });
  }
  const gone = await db
    .deleteFrom("access_token")
    .where("created_at", ">", issuedAfter)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
