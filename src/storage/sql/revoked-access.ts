/** Ends access tokens in a restored database, and updates the counts of grants. */
import { endAccessToken } from "./further-access-tokens.ts";
import { countGrant } from "./grant-counts.ts";
import type { Transaction } from "./write.ts";

export async function endAccess(
  transaction: Transaction,
  token: string,
  at: number,
): Promise<void> {
  await endAccessToken(transaction, token, at);
}

/**
 * Lowers a write token to read, with the others of its grant, because they were lowered together. Deletes it if its
 * user also has a read token.
 */
export async function lowerAccess(
  transaction: Transaction,
  token: string,
  at: number,
): Promise<void> {
  const { db } = transaction;
  const writingIn = (table: "access_token" | "further_access_token") =>
    db
      .selectFrom(table)
      .select(["application_id as applicationId", "user_id"])
      .where("token", "=", token)
      .where("access", "=", "write")
      .executeTakeFirst();
  const writing = (await writingIn("access_token")) ?? (await writingIn("further_access_token"));
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
  await db
    .updateTable("access_token")
    .set({ access: "read" })
    .where("application_id", "=", applicationId)
    .where("user_id", "=", writing.user_id)
    .where("access", "=", "write")
    .execute();
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
  const further = await db
    .deleteFrom("further_access_token")
    .where("created_at", ">", issuedAfter)
    .executeTakeFirst();
  const followed = await db
    .selectFrom("access_token")
    .innerJoin("further_access_token as further", (join) =>
      join
        .onRef("further.application_id", "=", "access_token.application_id")
        .onRef("further.user_id", "=", "access_token.user_id")
        .onRef("further.access", "=", "access_token.access"),
    )
    .select("access_token.token")
    .distinct()
    .where("access_token.created_at", ">", issuedAfter)
    .execute();
  for (const { token } of followed) await endAccessToken(transaction, token, at);
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
  return Number(further.numDeletedRows) + followed.length + Number(gone.numDeletedRows);
}
