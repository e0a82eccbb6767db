import { maxCollaborators } from "../../domain/collaborator.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { enoughWait, madeWithin } from "./application-invitations.ts";
import { ownerOf } from "./application-roles.ts";
import { calledNow, leaveNotice } from "./notices.ts";
import type { Queries } from "./query.ts";
import { actingUser, record, whileSessionLives } from "./transaction.ts";
import { isThere } from "./user-lists.ts";
import type { Transaction, Writes } from "./write.ts";

export type One = { readonly applicationId: ApplicationId; readonly userId: UserId };

export const collaborators: Queries["collaborators"] = async (db, applicationId, now) => {
  const { after, upTo } = madeWithin(now);
  const rows = await db
    .selectFrom("collaborator")
    .innerJoin("user", "user.id", "collaborator.user_id")
    .select(["user_id", "screen_name", "folded_screen_name", "role", "accepted", "invited_at"])
    .where("application_id", "=", Number(applicationId))
    .where((row) =>
      row.or([
        row("accepted", "=", 1),
        row.and([row("invited_at", ">", after), row("invited_at", "<=", upTo)]),
      ]),
    )
    .execute();
  const offer = await db
    .selectFrom("ownership_offer")
    .innerJoin("user", "user.id", "ownership_offer.user_id")
    .select(["user_id", "screen_name", "offered_at"])
    .where("application_id", "=", Number(applicationId))
    .where("offered_at", ">", after)
    .where("offered_at", "<=", upTo)
    .executeTakeFirst();
  return {
    users: rows.sort(byFoldedName).map((row) => ({
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
};

type Named = { readonly folded_screen_name: string };

function byFoldedName(one: Named, other: Named): number {
  return one.folded_screen_name < other.folded_screen_name ? -1 : 1;
}

export const inviteCollaborator: Writes["inviteCollaborator"] = async (
  transaction,
  { applicationId, userId, role, now },
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  const recipient = await recipientOf(transaction, { applicationId, userId });
  if (recipient !== "somebody-else") return recipient;
  const { after, upTo } = madeWithin(now);
  await transaction.db
    .deleteFrom("collaborator")
    .where("application_id", "=", Number(applicationId))
    .where("accepted", "=", 0)
    .where((row) => row.or([row("invited_at", "<=", after), row("invited_at", ">", upTo)]))
    .execute();
  const there = await transaction.db
    .selectFrom("collaborator")
    .select("user_id")
    .where("application_id", "=", Number(applicationId))
    .execute();
  if (there.some((one) => one.user_id === Number(userId))) return "is-collaborator";
  if (there.length >= maxCollaborators) return "too-many";
  if (await enoughWait(transaction.db, { applicationId, userId }, now)) return "too-many-waiting";
  await transaction.db
    .insertInto("collaborator")
    .values({
      ...idsOf({ applicationId, userId }),
      ...{ role, accepted: 0, invited_at: now, invited_by: actingUser(by) },
    })
    .execute();
  await record(transaction, {
    ...checked,
    name: "collaborator.invited",
    applicationId,
    userId,
    details: { role },
  });
  return "invited";
};

export const changeCollaborator: Writes["changeCollaborator"] = async (
  transaction,
  { applicationId, userId, role },
  by,
) => {
  const changed = await transaction.db
    .updateTable("collaborator")
    .set({ role })
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .where("role", "!=", role)
    .returning("user_id")
    .executeTakeFirst();
  if (changed === undefined) return isCollaborator(transaction, { applicationId, userId });
  await record(transaction, {
    ...by,
    name: "collaborator.changed",
    applicationId,
    userId,
    details: { role },
  });
  return true;
};

async function isCollaborator({ db }: Transaction, one: One): Promise<boolean> {
  const row = await db
    .selectFrom("collaborator")
    .select("user_id")
    .where("application_id", "=", Number(one.applicationId))
    .where("user_id", "=", Number(one.userId))
    .executeTakeFirst();
  return row !== undefined;
}

export const removeCollaborator: Writes["removeCollaborator"] = async (transaction, one, by) => {
  const checked = await whileSessionLives(transaction, by);
  const removed = await endCollaboration(transaction, one);
  if (removed === undefined) return false;
  const isTheirs = actingUser(by) === Number(one.userId);
  const left = isTheirs && removed.accepted === 1;
  const ended = left ? "collaborator.left" : "collaborator.declined";
  const name = isTheirs ? ended : "collaborator.removed";
  await record(transaction, { ...checked, name, ...one });
  // A withdrawn or declined invitation gave no access, so nothing has ended.
  if (removed.accepted === 0) return true;
  await endOffer(transaction, one);
  const user = await calledNow(transaction.db, one.userId);
  await leaveNotice(transaction, {
    applicationId: one.applicationId,
    at: by.at,
    notice: { what: left ? "collaborator-left" : "collaborator-removed", user },
    also: left ? [] : [one.userId],
  });
  return true;
};

export const acceptInvitation: Writes["acceptInvitation"] = async (
  transaction,
  { applicationId, userId, role },
  by,
) => {
  const { after, upTo } = madeWithin(by.at);
  const accepted = await transaction.db
    .updateTable("collaborator")
    .set({ accepted: 1 })
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .where("role", "=", role)
    .where("accepted", "=", 0)
    .where("invited_at", ">", after)
    .where("invited_at", "<=", upTo)
    .returning("user_id")
    .executeTakeFirst();
  if (accepted === undefined) return false;
  await record(transaction, { ...by, name: "collaborator.accepted", applicationId, userId });
  const user = await calledNow(transaction.db, userId);
  await leaveNotice(transaction, {
    applicationId,
    at: by.at,
    notice: { what: "collaborator-joined", user, role },
  });
  return true;
};

/** The row that went; undefined: there was none. */
export function endCollaboration({ db }: Transaction, one: One) {
  return db
    .deleteFrom("collaborator")
    .where("application_id", "=", Number(one.applicationId))
    .where("user_id", "=", Number(one.userId))
    .returning("accepted")
    .executeTakeFirst();
}

export async function endOffer({ db }: Transaction, one: One): Promise<boolean> {
  const ended = await db
    .deleteFrom("ownership_offer")
    .where("application_id", "=", Number(one.applicationId))
    .where("user_id", "=", Number(one.userId))
    .returning("user_id")
    .executeTakeFirst();
  return ended !== undefined;
}

export async function recipientOf(
  { db }: Transaction,
  { applicationId, userId }: One,
): Promise<"somebody-else" | "is-owner" | "gone"> {
  const owner = await ownerOf(db, applicationId);
  if (owner === undefined) return "gone";
  if (owner === Number(userId)) return "is-owner";
  return (await isThere(db, userId)) ? "somebody-else" : "gone";
}

export function idsOf({ applicationId, userId }: One) {
  return { application_id: Number(applicationId), user_id: Number(userId) };
}
