import { foldName, type NewApplication, showsAnother } from "../../domain/application.ts";
import { isSameDraft } from "../../domain/application-change.ts";
import { callbackMatches } from "../../domain/callback.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import { eraseResponses } from "./admin-requests.ts";
import { approvalOfNew, awaitChange, recordRequest } from "./application-approval.ts";
import { isAsSeen } from "./application-lists.ts";
import { columnsOf } from "./field-columns.ts";
import { lowerToRead } from "./granted-access.ts";
import type { Queries } from "./query.ts";
import { endRequestTokens } from "./request-tokens.ts";
import { consumerSecretIdentity } from "./sealed.ts";
import { secretDigest } from "./secret-digests.ts";
import { record, whileSessionLives } from "./transaction.ts";
import { isThere } from "./user-lists.ts";
import { noteWaiting } from "./waiting-applications.ts";
import type { Transaction, Writes } from "./write.ts";

export const createApplication: Writes["createApplication"] = async (
  transaction,
  application,
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  if (!(await isThere(transaction.db, application.ownerId))) return "owner-gone";
  if (await hasAll(transaction, application)) return "too-many";
  const created = await transaction.db
    .insertInto("application")
    .values({
      id: Number(application.id),
      owner_id: Number(application.ownerId),
      ...columnsOf<ApplicationDraft>(applicationFields, application),
      ...approvalOfNew(application),
      folded_name: foldName(application.name),
      consumer_key: application.consumerKey,
      consumer_secret: transaction.keys.seal(
        application.consumerSecret,
        consumerSecretIdentity(application.id),
      ),
      consumer_secret_digest: secretDigest(transaction.keys, application.consumerSecret),
      secret_set_at: application.now,
      previous_secret: null,
      previous_secret_until: null,
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
  await record(transaction, {
    ...checked,
    name: "application.created",
    applicationId: application.id,
  });
  if (application.waitsWith !== undefined)
    await recordRequest(transaction, application.id, checked);
  return "created";
};

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

export const changeApplication: Writes["changeApplication"] = async (
  transaction,
  { applicationId, from, draft, awaits, now },
  by,
) => {
  if (!(await isAsSeen(transaction.db, from))) return false;
  await awaitChange(transaction, { from, draft, awaits, now }, by);
  if (isSameDraft(from, draft)) return true;
  await transaction.db
    .updateTable("application")
    .set({
      ...columnsOf<ApplicationDraft>(applicationFields, draft),
      folded_name: foldName(draft.name),
      ...(showsAnother(from, draft) && { identity_changed_at: now }),
    })
    .where("id", "=", Number(applicationId))
    .execute();
  await noteWaiting(transaction, applicationId);
  if (draft.access === "read") await lowerToRead(transaction, applicationId, now);
  const removed = (callback: string) =>
    callbackMatches(callback, from.callbacks) && !callbackMatches(callback, draft.callbacks);
  await endRequestTokens(transaction, applicationId, removed);
  await record(transaction, { ...by, name: "application.changed", applicationId });
  return true;
};

export const deleteApplication: Writes["deleteApplication"] = async (
  transaction,
  applicationId,
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  const deleted = await transaction.db
    .deleteFrom("application")
    .where("id", "=", Number(applicationId))
    .returning(["id", "name"])
    .executeTakeFirst();
  if (deleted === undefined) return;
  await eraseResponses(transaction.db, { application_id: deleted.id });
  await keepName(transaction, deleted);
  await record(transaction, { ...checked, name: "application.deleted", applicationId });
};

/** For events that are about it. An old form may have made it again under its id, so there may be a name already. */
export async function keepName(
  { db }: Transaction,
  deleted: { readonly id: number; readonly name: string },
): Promise<void> {
  await db
    .insertInto("deleted_application")
    .values(deleted)
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ name: deleted.name }))
    .execute();
}

export const ownsApplications: Queries["ownsApplications"] = async (db, userId) => {
  const row = await db
    .selectFrom("application")
    .select("id")
    .where("owner_id", "=", Number(userId))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
