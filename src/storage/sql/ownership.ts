/** Ownership of applications: offers, and moves by administrators. */
import type { UserId } from "../../domain/credentials.ts";
import { enoughWait, madeWithin } from "./application-invitations.ts";
import { ownerOf } from "./application-roles.ts";
import { endCollaboration, endOffer, idsOf, type One, recipientOf } from "./collaborators.ts";
import { calledNow, leaveNotice } from "./notices.ts";
import { actingUser, record, whileSessionLives } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const offerOwnership: Writes["offerOwnership"] = async (
  transaction,
  { applicationId, userId, now },
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  const recipient = await recipientOf(transaction, { applicationId, userId });
  if (recipient !== "somebody-else") return recipient;
  if (await enoughWait(transaction.db, { applicationId, userId }, now)) return "too-many-waiting";
  const offer = { ...idsOf({ applicationId, userId }), offered_at: now };
  await transaction.db
    .insertInto("ownership_offer")
    .values(offer)
    .onConflict((conflict) => conflict.column("application_id").doUpdateSet(offer))
    .execute();
  await record(transaction, { ...checked, name: "ownership.offered", applicationId, userId });
  const owner = await ownerOf(transaction.db, applicationId);
  const user = await calledNow(transaction.db, userId);
  await leaveNotice(transaction, {
    applicationId,
    at: now,
    notice: { what: "ownership-offered", user },
    also: [String(owner) as UserId],
  });
  return "offered";
};

export const endOwnershipOffer: Writes["endOwnershipOffer"] = async (transaction, offer, by) => {
  if (!(await endOffer(transaction, offer))) return false;
  const isTheirs = actingUser(by) === Number(offer.userId);
  const name = isTheirs ? "ownership.declined" : "ownership.withdrawn";
  await record(transaction, { ...by, name, ...offer });
  return true;
};

export const acceptOwnership: Writes["acceptOwnership"] = async (
  transaction,
  { most, ...offer },
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  const owned = await transaction.db
    .selectFrom("application")
    .select("id")
    .where("owner_id", "=", Number(offer.userId))
    .limit(most)
    .execute();
  if (owned.length >= most) return "too-many";
  const { after, upTo } = madeWithin(checked.at);
  const offered = await transaction.db
    .selectFrom("ownership_offer")
    .select("user_id")
    .where("application_id", "=", Number(offer.applicationId))
    .where("user_id", "=", Number(offer.userId))
    .where("offered_at", ">", after)
    .where("offered_at", "<=", upTo)
    .executeTakeFirst();
  if (offered === undefined) return "gone";
  await makeOwner(transaction, offer, checked.at);
  await record(transaction, { ...checked, name: "ownership.accepted", ...offer });
  return "accepted";
};

export const transferApplication: Writes["transferApplication"] = async (transaction, move, by) => {
  const checked = await whileSessionLives(transaction, by);
  const recipient = await recipientOf(transaction, move);
  if (recipient !== "somebody-else") return recipient;
  await makeOwner(transaction, move, checked.at);
  await record(transaction, { ...checked, name: "ownership.transferred", ...move });
  return "moved";
};

/** Offers and invitations that no one has accepted end with the previous owner's ownership. */
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
