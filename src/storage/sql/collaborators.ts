/** Who works on an application beside its owner: invitations, roles, and offers to take it over. */
import { type Kysely, sql } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import {
  type ApplicationInvitation,
  type CollaboratorRole,
  type Collaborators,
  mostCollaborators,
} from "../../domain/collaborator.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { ownerOf } from "./application-roles.ts";
import { calledNow, leaveNotice } from "./notices.ts";
import type { Tables } from "./schema.ts";
import { record, type Transaction, whileStanding } from "./transaction.ts";

type One = { readonly applicationId: ApplicationId; readonly userId: UserId };

export async function collaborators(
  db: Kysely<Tables>,
  applicationId: ApplicationId,
): Promise<Collaborators> {
  const rows = await db
    .selectFrom("collaborator")
    .innerJoin("user", "user.id", "collaborator.user_id")
    .select(["user_id", "screen_name", "folded_screen_name", "role", "accepted", "invited_at"])
    .where("application_id", "=", Number(applicationId))
    .execute();
  const offer = await db
    .selectFrom("ownership_offer")
    .innerJoin("user", "user.id", "ownership_offer.user_id")
    .select(["user_id", "screen_name", "offered_at"])
    .where("application_id", "=", Number(applicationId))
    .executeTakeFirst();
  return {
    people: rows.sort(byFoldedName).map((row) => ({
      userId: String(row.user_id) as UserId,
      screenName: row.screen_name,
      role: row.role,
      accepted: row.accepted === 1,
      invitedAt: row.invited_at,
    })),
    offer: offer && {
      userId: String(offer.user_id) as UserId,
      screenName: offer.screen_name,
      offeredAt: offer.offered_at,
    },
  };
}

type Named = { readonly folded_screen_name: string };

function byFoldedName(one: Named, other: Named): number {
  return one.folded_screen_name < other.folded_screen_name ? -1 : 1;
}

export async function applicationInvitations(
  db: Kysely<Tables>,
  userId: UserId,
  most: number,
): Promise<readonly ApplicationInvitation[]> {
  const invited = await db
    .selectFrom("collaborator")
    .select(["application_id", "role", "invited_at as at"])
    .where("user_id", "=", Number(userId))
    .where("accepted", "=", 0)
    .orderBy("invited_at", "desc")
    .limit(most)
    .execute();
  const offered = await db
    .selectFrom("ownership_offer")
    .select(["application_id", sql<"owner">`'owner'`.as("role"), "offered_at as at"])
    .where("user_id", "=", Number(userId))
    .orderBy("offered_at", "desc")
    .limit(most)
    .execute();
  const waiting = [...invited, ...offered].sort((one, other) => other.at - one.at).slice(0, most);
  if (waiting.length === 0) return [];
  const applications = await db
    .selectFrom("application")
    .innerJoin("user as owner", "owner.id", "application.owner_id")
    .select(["application.id", "application.name", "icon", "screen_name"])
    .where(
      "application.id",
      "in",
      waiting.map((one) => one.application_id),
    )
    .execute();
  const byId = new Map(applications.map((one) => [one.id, one]));
  return waiting.flatMap(({ application_id, role, at }) => {
    const application = byId.get(application_id);
    if (application === undefined) return [];
    return {
      applicationId: String(application_id) as ApplicationId,
      applicationName: application.name,
      icon: application.icon ?? undefined,
      ownerScreenName: application.screen_name,
      role,
      at,
    };
  });
}

export async function inviteCollaborator(
  transaction: Transaction,
  { applicationId, userId, role, now }: One & { role: CollaboratorRole; now: number },
  event: AuditEvent,
): Promise<"invited" | "is-collaborator" | "is-owner" | "too-many" | "gone"> {
  const recorded = await whileStanding(transaction, event);
  const recipient = await recipientOf(transaction, { applicationId, userId });
  if (recipient !== "somebody-else") return recipient;
  const there = await transaction.db
    .selectFrom("collaborator")
    .select("user_id")
    .where("application_id", "=", Number(applicationId))
    .execute();
  if (there.some((one) => one.user_id === Number(userId))) return "is-collaborator";
  if (there.length >= mostCollaborators) return "too-many";
  await transaction.db
    .insertInto("collaborator")
    .values({ ...idsOf({ applicationId, userId }), role, accepted: 0, invited_at: now })
    .execute();
  await record(transaction, recorded);
  return "invited";
}

export async function changeCollaborator(
  transaction: Transaction,
  { applicationId, userId, role }: One & { role: CollaboratorRole },
  event: AuditEvent,
): Promise<boolean> {
  const changed = await transaction.db
    .updateTable("collaborator")
    .set({ role })
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .returning("user_id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await record(transaction, event);
  return true;
}

export async function removeCollaborator(
  transaction: Transaction,
  one: One,
  event: AuditEvent,
): Promise<boolean> {
  const recorded = await whileStanding(transaction, event);
  const removed = await endCollaboration(transaction, one);
  if (removed === undefined) return false;
  await record(transaction, recorded);
  // An invitation that was declined or taken back has given nobody anything.
  if (removed.accepted === 0) return true;
  await endOffer(transaction, one);
  const person = await calledNow(transaction.db, one.userId);
  const left = event.name === "collaborator.left";
  await leaveNotice(transaction, {
    applicationId: one.applicationId,
    at: event.at,
    notice: { what: left ? "collaborator-left" : "collaborator-removed", person },
    also: left ? [] : [one.userId],
  });
  return true;
}

export async function acceptInvitation(
  transaction: Transaction,
  { applicationId, userId, role }: One & { role: CollaboratorRole },
  event: AuditEvent,
): Promise<boolean> {
  const accepted = await transaction.db
    .updateTable("collaborator")
    .set({ accepted: 1 })
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .where("role", "=", role)
    .where("accepted", "=", 0)
    .returning("user_id")
    .executeTakeFirst();
  if (accepted === undefined) return false;
  await record(transaction, event);
  const person = await calledNow(transaction.db, userId);
  await leaveNotice(transaction, {
    applicationId,
    at: event.at,
    notice: { what: "collaborator-joined", person, role },
  });
  return true;
}

export async function offerOwnership(
  transaction: Transaction,
  { applicationId, userId, now }: One & { now: number },
  event: AuditEvent,
): Promise<"offered" | "is-owner" | "gone"> {
  const recorded = await whileStanding(transaction, event);
  const recipient = await recipientOf(transaction, { applicationId, userId });
  if (recipient !== "somebody-else") return recipient;
  const offer = { ...idsOf({ applicationId, userId }), offered_at: now };
  await transaction.db
    .insertInto("ownership_offer")
    .values(offer)
    .onConflict((conflict) => conflict.column("application_id").doUpdateSet(offer))
    .execute();
  await record(transaction, recorded);
  return "offered";
}

export async function endOwnershipOffer(
  transaction: Transaction,
  offer: One,
  event: AuditEvent,
): Promise<boolean> {
  if (!(await endOffer(transaction, offer))) return false;
  await record(transaction, event);
  return true;
}

export async function acceptOwnership(
  transaction: Transaction,
  { most, ...offer }: One & { most: number },
  event: AuditEvent,
): Promise<"accepted" | "gone" | "too-many"> {
  const recorded = await whileStanding(transaction, event);
  const owned = await transaction.db
    .selectFrom("application")
    .select("id")
    .where("owner_id", "=", Number(offer.userId))
    .limit(most)
    .execute();
  if (owned.length >= most) return "too-many";
  if (!(await endOffer(transaction, offer))) return "gone";
  await makeOwner(transaction, offer, recorded.at);
  await record(transaction, recorded);
  return "accepted";
}

export async function moveApplication(
  transaction: Transaction,
  move: One,
  event: AuditEvent,
): Promise<"moved" | "is-owner" | "gone"> {
  const recorded = await whileStanding(transaction, event);
  const recipient = await recipientOf(transaction, move);
  if (recipient !== "somebody-else") return recipient;
  await makeOwner(transaction, move, recorded.at);
  await record(transaction, recorded);
  return "moved";
}

/** What the previous owner offered to somebody else, and nobody accepted yet, ends with their ownership. */
async function makeOwner(transaction: Transaction, one: One, at: number): Promise<void> {
  const { db } = transaction;
  const { application_id, user_id } = idsOf(one);
  const before = await ownerOf(db, one.applicationId);
  await endCollaboration(transaction, one);
  await db.deleteFrom("ownership_offer").where("application_id", "=", application_id).execute();
  await db
    .deleteFrom("collaborator")
    .where("application_id", "=", application_id)
    .where("accepted", "=", 0)
    .execute();
  await db
    .updateTable("application")
    .set({ owner_id: user_id, identity_changed_at: at })
    .where("id", "=", application_id)
    .execute();
  if (before === undefined) return;
  const [from, to] = [await calledNow(db, before), await calledNow(db, user_id)];
  await leaveNotice(transaction, {
    applicationId: one.applicationId,
    at,
    notice: { what: "transferred", from, to },
    also: [String(before) as UserId],
  });
}

/** The row that went; undefined: there was none. */
function endCollaboration({ db }: Transaction, one: One) {
  return db
    .deleteFrom("collaborator")
    .where("application_id", "=", Number(one.applicationId))
    .where("user_id", "=", Number(one.userId))
    .returning("accepted")
    .executeTakeFirst();
}

async function endOffer({ db }: Transaction, one: One): Promise<boolean> {
  const ended = await db
    .deleteFrom("ownership_offer")
    .where("application_id", "=", Number(one.applicationId))
    .where("user_id", "=", Number(one.userId))
    .returning("user_id")
    .executeTakeFirst();
  return ended !== undefined;
}

async function recipientOf(
  { db }: Transaction,
  { applicationId, userId }: One,
): Promise<"somebody-else" | "is-owner" | "gone"> {
  const owner = await ownerOf(db, applicationId);
  if (owner === undefined) return "gone";
  if (owner === Number(userId)) return "is-owner";
  const found = await db
    .selectFrom("user")
    .select("id")
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return found === undefined ? "gone" : "somebody-else";
}

function idsOf({ applicationId, userId }: One) {
  return { application_id: Number(applicationId), user_id: Number(userId) };
}
