/** Imports icons and collaborators. What was changed or removed here stays so. */
import { maxCollaborators } from "../../domain/collaborator.ts";
import type { ImportedCollaborator, ImportedIcon, ImportOutcome } from "../../domain/imported.ts";
import {
  addNew,
  applicationLacks,
  compared,
  conflict,
  type Importing,
  pairsRevoked,
  placesOf,
  rejected,
  there,
  userLacks,
} from "./importing.ts";

export async function importIcons(
  importing: Importing,
  given: readonly ImportedIcon[],
): Promise<readonly ImportOutcome[]> {
  const { db } = importing;
  const idOf = (one: ImportedIcon) => importing.applications.get(one.consumerKey)?.id ?? 0;
  const ids = given.map(idOf);
  const rows = await db
    .selectFrom("application")
    .select(["id", "icon"])
    .where("id", "in", ids)
    .where("icon", "is not", null)
    .execute();
  const events = await db
    .selectFrom("audit_event")
    .select("application_id")
    .distinct()
    .where("application_id", "in", ids)
    .where("name", "=", "application.icon-changed")
    .execute();
  const changed = new Set(events.map((row) => row.application_id));
  return addNew(importing, given, {
    existing: new Map(rows.map(({ id, icon }) => [String(id), { id, digest: icon }])),
    keyOf: (one) => String(idOf(one)),
    lacks: ({ consumerKey }) => applicationLacks(importing, consumerKey),
    compare: ({ digest: present }, { icon: { digest: imported } }) =>
      present === imported ? there : conflict("the application has another icon"),
    problem: (one) => (changed.has(idOf(one)) ? rejected("the icon was removed here") : undefined),
    rowOf: (one) => ({ id: idOf(one), ...one.icon }),
    async insert(added) {
      const images = added.map(({ id, image }) => ({ application_id: id, image }));
      await db.insertInto("application_icon").values(images).execute();
      for (const { id, digest } of added) {
        await db.updateTable("application").set({ icon: digest }).where("id", "=", id).execute();
      }
    },
  });
}

export async function importCollaborators(
  importing: Importing,
  given: readonly ImportedCollaborator[],
): Promise<readonly ImportOutcome[]> {
  const { db } = importing;
  const idOf = (one: ImportedCollaborator) => importing.applications.get(one.consumerKey)?.id ?? 0;
  const ids = [...new Set(given.map(idOf))];
  const rows = await db
    .selectFrom("collaborator")
    .select(["application_id", "user_id", "role", "accepted"])
    .where("application_id", "in", ids)
    .execute();
  const owners = await db
    .selectFrom("application")
    .select(["id", "owner_id"])
    .where("id", "in", ids)
    .execute();
  const ownerOf = new Map(owners.map((row) => [row.id, row.owner_id]));
  const removed = await pairsRevoked(db, "collaborator", ids.map(String));
  const take = placesOf(
    rows.map((row) => row.application_id),
    maxCollaborators,
  );
  return addNew(importing, given, {
    existing: new Map(rows.map((row) => [`${row.application_id} ${row.user_id}`, row])),
    keyOf: (one) => `${idOf(one)} ${one.user.id}`,
    lacks: ({ user, consumerKey }) =>
      userLacks(importing, user) ?? applicationLacks(importing, consumerKey),
    compare: (row, one) =>
      compared({
        role: row.role !== one.role,
        accepted: row.accepted !== Number(one.accepted),
      }),
    problem(one) {
      const id = idOf(one);
      if (ownerOf.get(id) === Number(one.user.id)) return rejected("the user owns the application");
      if (removed.has(`${id} ${one.user.id}`)) return rejected("the collaborator was removed here");
      return take(id)
        ? undefined
        : rejected(`the application has ${maxCollaborators} collaborators`);
    },
    rowOf: (one) => ({
      application_id: idOf(one),
      user_id: Number(one.user.id),
      role: one.role,
      accepted: Number(one.accepted),
      invited_at: one.createdAt,
    }),
    insert: (added) => db.insertInto("collaborator").values(added).execute(),
  });
}
