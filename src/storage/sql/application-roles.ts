/** The role of a user in an application. */
import type { Kysely } from "kysely";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

export const applicationRole: Queries["applicationRole"] = async (db, applicationId, userId) => {
  const owner = await ownerOf(db, applicationId);
  if (owner === Number(userId)) return "owner";
  const row = await db
    .selectFrom("collaborator")
    .select("role")
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .where("accepted", "=", 1)
    .executeTakeFirst();
  return row?.role;
};

export async function ownerOf(
  db: Kysely<Tables>,
  applicationId: ApplicationId,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("application")
    .select("owner_id")
    .where("id", "=", Number(applicationId))
    .executeTakeFirst();
  return row?.owner_id;
}
