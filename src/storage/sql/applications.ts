import type { Kysely } from "kysely";
import type {
  Application,
  ApplicationDraft,
  ApplicationKeys,
  NewApplication,
} from "../../domain/application.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import type { ApplicationId, Secret, UserId } from "../../domain/credentials.ts";
import type { ApplicationLimits } from "../../domain/operating.ts";
import { lowerToRead } from "./granted-access.ts";
import type { Tables } from "./schema.ts";
import { consumerSecretIdentity } from "./sealed.ts";
import { record, type Transaction } from "./transaction.ts";

export async function createApplication(
  transaction: Transaction,
  application: NewApplication,
  event: AuditEvent,
): Promise<"created" | "id-taken" | "too-many"> {
  if (await hasAll(transaction, application)) return "too-many";
  const created = await transaction.db
    .insertInto("application")
    .values({
      id: Number(application.id),
      owner_id: Number(application.ownerId),
      name: application.name,
      folded_name: foldName(application.name),
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
      limits: null,
      created_at: application.now,
      suspended_because: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created === undefined) return "id-taken";
  await record(transaction, event);
  return "created";
}

async function hasAll(
  { db }: Transaction,
  { ownerId, most }: Pick<NewApplication, "ownerId" | "most">,
): Promise<boolean> {
  if (most === undefined) return false;
  const owned = await db
    .selectFrom("application")
    .select("id")
    .where("owner_id", "=", Number(ownerId))
    .limit(most)
    .execute();
  return owned.length >= most;
}

export async function regenerateConsumerSecret(
  transaction: Transaction,
  change: {
    applicationId: ApplicationId;
    secret: Secret;
    now: number;
    oldUntil: number;
    replaces?: number;
  },
  event: AuditEvent,
): Promise<boolean> {
  const { replaces } = change;
  const sealed = transaction.keys.seal(change.secret, consumerSecretIdentity(change.applicationId));
  const overlaps = change.oldUntil > change.now;
  const regenerated = await transaction.db
    .updateTable("application")
    .set((column) => ({
      old_secret: overlaps ? column.ref("consumer_secret") : null,
      old_secret_until: overlaps ? change.oldUntil : null,
      consumer_secret: sealed,
      secret_set_at: change.now,
    }))
    .where("id", "=", Number(change.applicationId))
    .$if(replaces !== undefined, (query) => query.where("secret_set_at", "=", replaces ?? 0))
    .returning("id")
    .executeTakeFirst();
  if (regenerated === undefined) return false;
  await record(transaction, event);
  return true;
}

export async function changeApplication(
  transaction: Transaction,
  {
    applicationId,
    draft,
    now,
  }: { applicationId: ApplicationId; draft: ApplicationDraft; now: number },
  event: AuditEvent,
): Promise<void> {
  await transaction.db
    .updateTable("application")
    .set({
      name: draft.name,
      folded_name: foldName(draft.name),
      description: draft.description,
      website: draft.website,
      access: draft.access,
      sign_in: Number(draft.signIn),
      request_email: Number(draft.requestEmail),
      callbacks: JSON.stringify(draft.callbacks),
    })
    .where("id", "=", Number(applicationId))
    .execute();
  if (draft.access === "read") await lowerToRead(transaction, applicationId, now);
  await record(transaction, event);
}

export async function changeApplicationLimits(
  transaction: Transaction,
  { applicationId, limits }: ApplicationLimits,
  event: AuditEvent,
): Promise<void> {
  const none = Object.keys(limits).length === 0;
  await transaction.db
    .updateTable("application")
    .set({ limits: none ? null : JSON.stringify(limits) })
    .where("id", "=", Number(applicationId))
    .execute();
  await record(transaction, event);
}

export async function endOldSecret(
  transaction: Transaction,
  { applicationId, now }: { applicationId: ApplicationId; now: number },
  event: AuditEvent,
): Promise<boolean> {
  const ended = await transaction.db
    .updateTable("application")
    .set({ old_secret: null, old_secret_until: null })
    .where("id", "=", Number(applicationId))
    .where("old_secret_until", ">", now)
    .returning("id")
    .executeTakeFirst();
  if (ended === undefined) return false;
  await record(transaction, event);
  return true;
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

export async function applicationKeys(
  db: Kysely<Tables>,
  application: Application,
  now: number,
): Promise<ApplicationKeys> {
  const id = Number(application.id);
  const row = await db
    .selectFrom("application")
    .leftJoin("bearer_token", "bearer_token.application_id", "application.id")
    .select(["old_secret_until", "bearer_token.created_at as bearer_since"])
    .where("application.id", "=", id)
    .executeTakeFirst();
  const ownAccess = await db
    .selectFrom("access_token")
    .select(["access", "created_at as since"])
    .where("application_id", "=", id)
    .where("user_id", "=", Number(application.ownerId))
    .orderBy("access", "desc")
    .execute();
  const until = row?.old_secret_until ?? 0;
  return {
    oldSecretUntil: until > now ? until : undefined,
    bearerSince: row?.bearer_since ?? undefined,
    ownAccess: ownAccess.map(({ access, since }) => ({ access, since })),
  };
}

/** What names are searched and sorted by. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
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
