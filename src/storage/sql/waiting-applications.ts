/** Applications with callback schemes that an administrator must confirm. */
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { Transaction } from "./write.ts";

/**
 * Must be called after every write of callbacks or confirmed schemes. It keeps the index by which administrators
 * find waiting applications.
 */
export async function noteWaiting(
  { db }: Transaction,
  applicationId: ApplicationId,
): Promise<void> {
  const id = Number(applicationId);
  const row = await db
    .selectFrom("application")
    .select(["callbacks", "confirmed_schemes", "waits"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const waiting = waitingSchemes(JSON.parse(row.callbacks), schemesIn(row.confirmed_schemes));
  const waits = Number(waiting.length > 0);
  if (waits === row.waits) return;
  await db.updateTable("application").set({ waits }).where("id", "=", id).execute();
}

/** Parses the column `confirmed_schemes`. */
export function schemesIn(column: string): readonly string[] {
  return column.split(" ").filter((one) => one !== "");
}
