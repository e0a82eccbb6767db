import type { Kysely } from "kysely";
import type { ApplicationIcon } from "../../domain/application.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { Tables } from "./schema.ts";
import { record, type Transaction } from "./transaction.ts";

export async function setApplicationIcon(
  transaction: Transaction,
  {
    applicationId,
    icon,
    now,
  }: { applicationId: ApplicationId; icon: ApplicationIcon | undefined; now: number },
  event: AuditEvent,
): Promise<boolean> {
  const id = Number(applicationId);
  const changed = await transaction.db
    .updateTable("application")
    .set({ icon: icon?.digest ?? null, identity_changed_at: now })
    .where("id", "=", id)
    .where("icon", "is distinct from", icon?.digest ?? null)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await transaction.db.deleteFrom("application_icon").where("application_id", "=", id).execute();
  if (icon !== undefined) {
    await transaction.db
      .insertInto("application_icon")
      .values({ application_id: id, image: icon.image })
      .execute();
  }
  await record(transaction, event);
  return true;
}

export async function applicationIcon(
  db: Kysely<Tables>,
  applicationId: ApplicationId,
): Promise<ApplicationIcon | undefined> {
  const row = await db
    .selectFrom("application_icon")
    .innerJoin("application", "application.id", "application_icon.application_id")
    .select(["icon", "image"])
    .where("application_id", "=", Number(applicationId))
    .executeTakeFirst();
  return row && { digest: row.icon ?? "", image: row.image };
}
