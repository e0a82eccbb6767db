import type { Kysely } from "kysely";
import type { Application } from "../../domain/application.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import type { ApplicationId, ConsumerKey, Secret, UserId } from "../../domain/credentials.ts";
import type { NewApplication, Page } from "../../domain/ports.ts";
import type { Tables } from "./schema.ts";
import { consumerSecretIdentity } from "./sealed.ts";
import { record, type Transaction } from "./transaction.ts";

export async function createApplication(
  transaction: Transaction,
  application: NewApplication,
  event: AuditEvent,
): Promise<void> {
  await transaction.db
    .insertInto("application")
    .values({
      id: Number(application.id),
      owner_id: Number(application.ownerId),
      name: application.name,
      description: application.description,
      website: application.website,
      access: application.access,
      sign_in: Number(application.signIn),
      request_email: Number(application.requestEmail),
      consumer_key: application.consumerKey,
      consumer_secret: transaction.keys.seal(
        application.consumerSecret,
        consumerSecretIdentity(application.id),
      ),
      secret_set_at: application.now,
      old_secret: null,
      old_secret_until: null,
      callbacks: JSON.stringify(application.callbacks),
      created_at: application.now,
      suspended_because: null,
    })
    .execute();
  await record(transaction, event);
}

export async function regenerateConsumerSecret(
  transaction: Transaction,
  change: { applicationId: ApplicationId; secret: Secret; now: number; oldUntil: number },
  event: AuditEvent,
): Promise<void> {
  const sealed = transaction.keys.seal(change.secret, consumerSecretIdentity(change.applicationId));
  const overlaps = change.oldUntil > change.now;
  await transaction.db
    .updateTable("application")
    .set((column) => ({
      old_secret: overlaps ? column.ref("consumer_secret") : null,
      old_secret_until: overlaps ? change.oldUntil : null,
      consumer_secret: sealed,
      secret_set_at: change.now,
    }))
    .where("id", "=", Number(change.applicationId))
    .execute();
  await record(transaction, event);
}

export async function suspendApplication(
  transaction: Transaction,
  applicationId: ApplicationId,
  because: string | undefined,
  event: AuditEvent,
): Promise<void> {
  await transaction.db
    .updateTable("application")
    .set({ suspended_because: because ?? null })
    .where("id", "=", Number(applicationId))
    .execute();
  await record(transaction, event);
}

/** Its tokens go with it: every table that names an application cascades. */
export async function deleteApplication(
  transaction: Transaction,
  applicationId: ApplicationId,
  event: AuditEvent,
): Promise<void> {
  await transaction.db.deleteFrom("application").where("id", "=", Number(applicationId)).execute();
  await record(transaction, event);
}

export async function applicationByConsumerKey(
  db: Kysely<Tables>,
  consumerKey: ConsumerKey,
): Promise<Application | undefined> {
  const row = await selectApplications(db)
    .where("consumer_key", "=", consumerKey)
    .executeTakeFirst();
  return row && toApplication(row);
}

export async function applicationById(
  db: Kysely<Tables>,
  applicationId: ApplicationId,
): Promise<Application | undefined> {
  const row = await selectApplications(db)
    .where("application.id", "=", Number(applicationId))
    .executeTakeFirst();
  return row && toApplication(row);
}

export async function applications(
  db: Kysely<Tables>,
  page: Page,
): Promise<readonly Application[]> {
  const rows = await selectApplications(db)
    .where("consumer_key", ">", page.after ?? "")
    .orderBy("consumer_key")
    .limit(page.size)
    .execute();
  return rows.map(toApplication);
}

export async function ownsApplications(db: Kysely<Tables>, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom("application")
    .select("id")
    .where("owner_id", "=", Number(userId))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function selectApplications(db: Kysely<Tables>) {
  return db
    .selectFrom("application")
    .innerJoin("user", "user.id", "application.owner_id")
    .select([
      "application.id",
      "owner_id",
      "screen_name",
      "application.name",
      "description",
      "website",
      "access",
      "sign_in",
      "request_email",
      "consumer_key",
      "secret_set_at",
      "callbacks",
      "application.created_at",
      "application.suspended_because",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectApplications>["execute"]>>[number];

function toApplication(row: Row): Application {
  return {
    id: String(row.id) as ApplicationId,
    ownerId: String(row.owner_id) as UserId,
    ownerScreenName: row.screen_name,
    name: row.name,
    description: row.description,
    website: row.website,
    access: row.access,
    signIn: row.sign_in === 1,
    requestEmail: row.request_email === 1,
    consumerKey: row.consumer_key as ConsumerKey,
    callbacks: JSON.parse(row.callbacks),
    createdAt: row.created_at,
    secretSetAt: row.secret_set_at,
    suspendedBecause: row.suspended_because ?? undefined,
  };
}
