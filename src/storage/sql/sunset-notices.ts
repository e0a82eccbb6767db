/**
 * Who is told of a sunset, by email. Once a day, and after it was planned or its time came nearer, a pass over the
 * applications that it concerns leaves a row for each of their owners and editors. The sender takes one row at a time.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { ApplicationId } from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import { readSunsets, type Sunset } from "../../domain/sunset.ts";
import { noticeSinceDay, noticeStage, sunsetMark } from "../../domain/sunset-notice.ts";
import { wantingUsers } from "./notice-recipients.ts";
import type { Tables } from "./schema.ts";
import { setting } from "./settings.ts";
import type { Writes } from "./write.ts";

/** What is left of the plans, the first by name first: what has ended is not announced any longer. */
async function announced(db: Kysely<Tables>, now: number): Promise<readonly Sunset[]> {
  return readSunsets(await setting(db, "sunsets")).filter(({ endsAt }) => now < endsAt);
}

/** A pass over the same is done once a day. */
function passOf(sunset: Sunset, now: number) {
  return `${dayOf(now)} ${noticeStage(sunset, now)} ${sunsetMark(sunset)}`;
}

export async function sunsetNoticesWait(db: Kysely<Tables>, now: number): Promise<boolean> {
  const all = await announced(db, now);
  const passes = await db.selectFrom("sunset_pass").selectAll().execute();
  if (passes.some(({ name }) => all.every((one) => one.name !== name))) return true;
  const isDone = (sunset: Sunset) =>
    passes.some(
      ({ name, pass, after }) =>
        name === sunset.name && pass === passOf(sunset, now) && after === null,
    );
  return !all.every(isDone) || (await dueNotice(db).executeTakeFirst()) !== undefined;
}

function dueNotice(db: Kysely<Tables>) {
  return (
    db
      .selectFrom("sunset_notice")
      .selectAll()
      // A literal, as in the condition of the index.
      .where(sql<boolean>`due = 1`)
      .orderBy("name")
      .orderBy("user_id")
      .limit(1)
  );
}

export const noteSunsets: Writes["noteSunsets"] = async ({ db }, { now, most }) => {
  const all = await announced(db, now);
  if (await forgetOthers(db, all, most)) return true;
  for (const sunset of all) {
    const pass = passOf(sunset, now);
    const begun = await db
      .selectFrom("sunset_pass")
      .selectAll()
      .where("name", "=", sunset.name)
      .executeTakeFirst();
    const isSame = begun?.pass === pass;
    if (isSame && begun.after === null) continue;
    const ids = await concerned(db, sunset, { now, after: isSame ? (begun.after ?? 0) : 0, most });
    await noteUsers(db, sunset, now, ids);
    const after = ids.length < most ? null : (ids.at(-1) ?? null);
    await db
      .insertInto("sunset_pass")
      .values({ name: sunset.name, pass, after })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ pass, after }))
      .execute();
    return true;
  }
  return false;
};

/** What was removed, or has ended, is forgotten: under the same name, it is announced anew. */
async function forgetOthers(
  db: Kysely<Tables>,
  all: readonly Sunset[],
  most: number,
): Promise<boolean> {
  const names = new Set(all.map(({ name }) => name));
  const passes = await db.selectFrom("sunset_pass").select("name").execute();
  const other = passes.find(({ name }) => !names.has(name));
  if (other === undefined) return false;
  const told = await db
    .selectFrom("sunset_notice")
    .select("user_id")
    .where("name", "=", other.name)
    .orderBy("user_id")
    .limit(most)
    .execute();
  const ids = told.map(({ user_id }) => user_id);
  if (ids.length > 0) {
    await db
      .deleteFrom("sunset_notice")
      .where("name", "=", other.name)
      .where("user_id", "in", ids)
      .execute();
  } else {
    await db.deleteFrom("sunset_pass").where("name", "=", other.name).execute();
  }
  return true;
}

/** The next applications that the sunset concerns, in the order of their IDs. */
async function concerned(
  db: Kysely<Tables>,
  sunset: Sunset,
  { now, after, most }: { readonly now: number; readonly after: number; readonly most: number },
): Promise<readonly number[]> {
  const { trait, applicationId } = sunset;
  if (trait === undefined) return applicationId === undefined ? [] : [Number(applicationId)];
  let used = db
    .selectFrom("trait_use")
    .select("application_id")
    .where("trait", "=", trait)
    .where("application_id", ">", after)
    .where("day", ">=", noticeSinceDay(sunset, now));
  if (applicationId !== undefined) used = used.where("application_id", "=", Number(applicationId));
  const rows = await used.groupBy("application_id").orderBy("application_id").limit(most).execute();
  return rows.map(({ application_id }) => application_id);
}

async function noteUsers(
  db: Kysely<Tables>,
  sunset: Sunset,
  now: number,
  ids: readonly number[],
): Promise<void> {
  const told = ids.filter((id) => !sunset.exempt.includes(String(id) as ApplicationId));
  if (told.length === 0) return;
  const owners = await db
    .selectFrom("application")
    .select("owner_id as id")
    .where("id", "in", told)
    .execute();
  const editors = await db
    .selectFrom("collaborator")
    .select("user_id as id")
    .where("application_id", "in", told)
    .where("role", "=", "editor")
    .where("accepted", "=", 1)
    .execute();
  const users = [...new Set([...owners, ...editors].map(({ id }) => id))];
  if (users.length === 0) return;
  const values = { about: sunsetMark(sunset), stage: noticeStage(sunset, now), due: 1 };
  await db
    .insertInto("sunset_notice")
    .values(
      users
        .sort((one, other) => one - other)
        .map((user_id) => ({ name: sunset.name, user_id, ...values })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["name", "user_id"])
        .doUpdateSet(values)
        .where((either) =>
          either.or([
            either("sunset_notice.about", "<>", values.about),
            either("sunset_notice.stage", "<", values.stage),
          ]),
        ),
    )
    .execute();
}

export const takeSunsetNotice: Writes["takeSunsetNotice"] = async ({ db }, now) => {
  const due = await dueNotice(db).executeTakeFirst();
  if (due === undefined) return undefined;
  const taken = await db
    .updateTable("sunset_notice")
    .set({ due: 0 })
    .where("name", "=", due.name)
    .where("user_id", "=", due.user_id)
    .where("due", "=", 1)
    .returning("user_id")
    .executeTakeFirst();
  const sunset = (await announced(db, now)).find(({ name }) => name === due.name);
  if (taken === undefined || sunset === undefined || sunsetMark(sunset) !== due.about)
    return undefined;
  const applications = await ofUser(db, sunset, due.user_id, now);
  if (applications.length > 0) {
    const user = new Set([due.user_id]);
    return { sunset, applications, recipients: await wantingUsers(db, user, user, "sunsets") };
  }
  // Once they use it again, they are told.
  await db
    .deleteFrom("sunset_notice")
    .where("name", "=", due.name)
    .where("user_id", "=", due.user_id)
    .execute();
  return { sunset, applications, recipients: [] };
};

/** The names of the user's applications that the sunset concerns now. */
async function ofUser(
  db: Kysely<Tables>,
  sunset: Sunset,
  userId: number,
  now: number,
): Promise<readonly string[]> {
  const { trait, applicationId, exempt } = sunset;
  const edited = db
    .selectFrom("collaborator")
    .select("application_id")
    .where("user_id", "=", userId)
    .where("role", "=", "editor")
    .where("accepted", "=", 1);
  let own = db
    .selectFrom("application")
    .select(["id", "name"])
    .where((either) => either.or([either("owner_id", "=", userId), either("id", "in", edited)]));
  if (applicationId !== undefined) own = own.where("id", "=", Number(applicationId));
  if (trait !== undefined) {
    own = own.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("trait_use")
          .select("trait_use.day")
          .whereRef("trait_use.application_id", "=", "application.id")
          .where("trait_use.trait", "=", trait)
          .where("trait_use.day", ">=", noticeSinceDay(sunset, now)),
      ),
    );
  }
  const rows = await own.orderBy("name").orderBy("id").execute();
  return rows
    .filter(({ id }) => !exempt.includes(String(id) as ApplicationId))
    .map(({ name }) => name);
}
