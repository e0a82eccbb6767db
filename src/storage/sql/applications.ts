import { type Kysely, sql } from "kysely";
import { highestFirst } from "../../domain/access.ts";
import {
  type ApplicationDraft,
  type ApplicationIcon,
  type ApplicationKeys,
  applicationLinks,
  type NewApplication,
  noLinks,
} from "../../domain/application.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import { callbackMatches } from "../../domain/callback.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import type { ApplicationId, Secret, UserId } from "../../domain/credentials.ts";
import type { ApplicationLimits } from "../../domain/operating.ts";
import { lowerToRead } from "./granted-access.ts";
import { endRequestTokens } from "./request-tokens.ts";
import type { Tables } from "./schema.ts";
import { consumerSecretIdentity } from "./sealed.ts";
import { record, type Transaction, whileStanding } from "./transaction.ts";

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
      ...linkColumns(application.links),
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
      confirmed_schemes: [
        " ",
        ...(application.confirmedSchemes ?? []).map((one) => `${one} `),
      ].join(""),
      limits: null,
      created_at: application.now,
      suspended_because: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created === undefined) return "id-taken";
  await noteWaiting(transaction, application.id);
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
    from,
    draft,
    now,
  }: { applicationId: ApplicationId; from: ApplicationDraft; draft: ApplicationDraft; now: number },
  event: AuditEvent,
): Promise<boolean> {
  const changed = await transaction.db
    .updateTable("application")
    .set({
      ...(draft.name !== from.name && { name: draft.name, folded_name: foldName(draft.name) }),
      ...(draft.description !== from.description && { description: draft.description }),
      ...(draft.website !== from.website && { website: draft.website }),
      ...changedLinks(from.links, draft.links),
      ...(showsAnother(from, draft) && { identity_changed_at: now }),
      access: draft.access,
      sign_in: Number(draft.signIn),
      request_email: Number(draft.requestEmail),
      callbacks: JSON.stringify(draft.callbacks),
    })
    .where("id", "=", Number(applicationId))
    .where("access", "=", from.access)
    .where("sign_in", "=", Number(from.signIn))
    .where("request_email", "=", Number(from.requestEmail))
    .where("callbacks", "=", JSON.stringify(from.callbacks))
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await noteWaiting(transaction, applicationId);
  if (draft.access === "read") await lowerToRead(transaction, applicationId, now);
  const removed = (callback: string) =>
    callbackMatches(callback, from.callbacks) && !callbackMatches(callback, draft.callbacks);
  await endRequestTokens(transaction, applicationId, removed);
  await record(transaction, event);
  return true;
}

function linkColumns({ terms, privacy, support } = noLinks) {
  return { terms_url: terms, privacy_url: privacy, support_url: support };
}

/** What is the same in both is left as it is. */
function changedLinks(from = noLinks, to = noLinks) {
  return Object.fromEntries(
    applicationLinks
      .filter((link) => from[link] !== to[link])
      .map((link) => [`${link}_url`, to[link]]),
  );
}

/** Whether people would know the application by something else. */
function showsAnother(from: ApplicationDraft, draft: ApplicationDraft): boolean {
  return from.name !== draft.name || from.website !== draft.website;
}

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

export async function confirmScheme(
  transaction: Transaction,
  { applicationId, scheme }: { applicationId: ApplicationId; scheme: string },
  event: AuditEvent,
): Promise<boolean> {
  const confirmed = await transaction.db
    .updateTable("application")
    .set({ confirmed_schemes: sql`confirmed_schemes || ${`${scheme} `}` })
    .where("id", "=", Number(applicationId))
    .where("confirmed_schemes", "not like", `% ${scheme} %`)
    .returning("id")
    .executeTakeFirst();
  if (confirmed === undefined) return false;
  await noteWaiting(transaction, applicationId);
  await record(transaction, event);
  return true;
}

/** After every write of callbacks or of confirmed schemes, so that operators find who waits by an index. */
async function noteWaiting({ db }: Transaction, applicationId: ApplicationId): Promise<void> {
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

/** Of the column `confirmed_schemes`. */
export function schemesIn(column: string): readonly string[] {
  return column.split(" ").filter((one) => one !== "");
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

export function suspendApplication(
  transaction: Transaction,
  applicationId: ApplicationId,
  because: string,
  event: AuditEvent,
): Promise<void> {
  return setSuspended(transaction, applicationId, because, event);
}

export function restoreApplication(
  transaction: Transaction,
  applicationId: ApplicationId,
  event: AuditEvent,
): Promise<void> {
  return setSuspended(transaction, applicationId, null, event);
}

async function setSuspended(
  transaction: Transaction,
  applicationId: ApplicationId,
  because: string | null,
  event: AuditEvent,
): Promise<void> {
  await transaction.db
    .updateTable("application")
    .set({ suspended_because: because })
    .where("id", "=", Number(applicationId))
    .execute();
  await record(transaction, event);
}

export async function deleteApplication(
  transaction: Transaction,
  applicationId: ApplicationId,
  event: AuditEvent,
): Promise<void> {
  const recorded = await whileStanding(transaction, event);
  const deleted = await transaction.db
    .deleteFrom("application")
    .where("id", "=", Number(applicationId))
    .returning(["id", "name"])
    .executeTakeFirst();
  if (deleted !== undefined) {
    await transaction.db.insertInto("deleted_application").values(deleted).execute();
  }
  await record(transaction, recorded);
}

export async function applicationKeys(
  db: Kysely<Tables>,
  { applicationId, userId }: { applicationId: ApplicationId; userId: UserId },
  now: number,
): Promise<ApplicationKeys> {
  const id = Number(applicationId);
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
    .where("user_id", "=", Number(userId))
    .execute();
  const until = row?.old_secret_until ?? 0;
  return {
    oldSecretUntil: until > now ? until : undefined,
    bearerSince: row?.bearer_since ?? undefined,
    ownAccess: ownAccess.map(({ access, since }) => ({ access, since })).sort(highestFirst),
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
