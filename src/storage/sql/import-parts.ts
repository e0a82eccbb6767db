/** Imports icons and collaborators. What was changed or removed here stays so. */
import { maxCollaborators } from "../../domain/collaborator.ts";
import type { ImportedCollaborator, ImportedIcon, ImportOutcome } from "../../domain/imported.ts";
import {
  applicationLacks,
  compared,
  conflict,
  type Importing,
  pairsRevoked,
  rejected,
  userLacks,
} from "./importing.ts";

export async function importIcons(
  importing: Importing,
  given: readonly ImportedIcon[],
): Promise<readonly ImportOutcome[]> {
  const { db, dryRun } = importing;
  const idOf = (one: ImportedIcon) => importing.applications.get(one.consumerKey)?.id ?? 0;
  const ids = given.map(idOf);
  const rows = await db
    .selectFrom("application")
    .select(["id", "icon"])
    .where("id", "in", ids)
    .where("icon", "is not", null)
    .execute();
  const existing = new Map(rows.map((row) => [row.id, row.icon]));
  const events = await db
    .selectFrom("audit_event")
    .select("application_id")
    .distinct()
    .where("application_id", "in", ids)
    .where("name", "=", "application.icon-changed")
    .execute();
  const changed = new Set(events.map((row) => row.application_id));
  const added: ImportedIcon[] = [];

  const outcomes = given.map((one): ImportOutcome => {
    const lacks = applicationLacks(importing, one.consumerKey);
    if (lacks !== undefined) return lacks;
    const there = existing.get(idOf(one));
    if (there === one.icon.digest) return { is: "there" };
    if (there !== undefined) return conflict("the application has another icon");
    if (changed.has(idOf(one))) return rejected("the icon was removed here");
    existing.set(idOf(one), one.icon.digest);
    added.push(one);
    return { is: "new" };
  });
  if (!dryRun && added.length > 0) {
    const images = added.map((one) => ({ application_id: idOf(one), image: one.icon.image }));
    await db.insertInto("application_icon").values(images).execute();
    for (const one of added) {
      await db
        .updateTable("application")
        .set({ icon: one.icon.digest })
        .where("id", "=", idOf(one))
        .execute();
    }
  }
  return outcomes;
}

export async function importCollaborators(
  importing: Importing,
  given: readonly ImportedCollaborator[],
): Promise<readonly ImportOutcome[]> {
  const { db, dryRun } = importing;
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
  const existing = new Map<string, Pick<(typeof rows)[number], "role" | "accepted">>(
    rows.map((row) => [`${row.application_id} ${row.user_id}`, row]),
  );
  const counts = new Map<number, number>();
  for (const row of rows) {
    counts.set(row.application_id, (counts.get(row.application_id) ?? 0) + 1);
  }
  const removed = await pairsRevoked(db, "collaborator", ids.map(String));
  const added: ImportedCollaborator[] = [];

  const outcomes = given.map((one): ImportOutcome => {
    const lacks = userLacks(importing, one.user) ?? applicationLacks(importing, one.consumerKey);
    if (lacks !== undefined) return lacks;
    const [id, user] = [idOf(one), Number(one.user.id)];
    const key = `${id} ${user}`;
    const there = existing.get(key);
    if (there !== undefined) {
      return compared({
        role: there.role !== one.role,
        accepted: there.accepted !== Number(one.accepted),
      });
    }
    if (ownerOf.get(id) === user) return rejected("the user owns the application");
    if (removed.has(key)) return rejected("the collaborator was removed here");
    const count = counts.get(id) ?? 0;
    if (count >= maxCollaborators) {
      return rejected(`the application has ${maxCollaborators} collaborators`);
    }
    counts.set(id, count + 1);
    existing.set(key, { role: one.role, accepted: Number(one.accepted) });
    added.push(one);
    return { is: "new" };
  });
  if (!dryRun && added.length > 0) {
    const values = added.map((one) => ({
      application_id: idOf(one),
      user_id: Number(one.user.id),
      role: one.role,
      accepted: Number(one.accepted),
      invited_at: one.createdAt,
    }));
    await db.insertInto("collaborator").values(values).execute();
  }
  return outcomes;
}
