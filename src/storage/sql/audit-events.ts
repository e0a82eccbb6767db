import type { Kysely } from "kysely";
import type { RecordedEvent } from "../../domain/audit.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import type { Page } from "../../domain/ports.ts";
import type { Tables } from "./schema.ts";

export async function eventsOf(
  db: Kysely<Tables>,
  userId: UserId,
  page: Page,
): Promise<readonly RecordedEvent[]> {
  const rows = await db
    .selectFrom("audit_event")
    .leftJoin("application", "application.id", "audit_event.application_id")
    .select([
      "audit_event.id",
      "at",
      "audit_event.name",
      "actor",
      "audit_event.application_id",
      "address",
      "details",
      "application.name as application_name",
    ])
    .where("audit_event.user_id", "=", Number(userId))
    .where("audit_event.id", "<", Number(page.after ?? Number.MAX_SAFE_INTEGER))
    .orderBy("audit_event.id", "desc")
    .limit(page.size)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at,
    name: row.name,
    actor: row.actor,
    userId,
    ...(row.application_id !== null && {
      applicationId: String(row.application_id) as ApplicationId,
    }),
    ...(row.address !== null && { address: row.address }),
    ...(row.details !== null && { details: JSON.parse(row.details) }),
    applicationName: row.application_name ?? undefined,
  }));
}
