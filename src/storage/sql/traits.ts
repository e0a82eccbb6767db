/** Which applications use what may end one day, and the users of those applications. */
import { type Kysely, sql } from "kysely";
import type { ApplicationId } from "../../domain/credentials.ts";
import { otherSources } from "../../domain/source.ts";
import {
  maxProgramsShown,
  maxUsersCounted,
  type Trait,
  type TraitTotals,
  type TraitUse,
  type TraitUser,
  traits,
  traitsKeptDays,
} from "../../domain/trait.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import type { Writes } from "./write.ts";

/** Rows are sorted by key, so that two of these writes do not deadlock. */
export const addTraitUses: Writes["addTraitUses"] = async ({ db }, uses, users) => {
  const applications = await existing(db, "application", [...uses, ...users].map(applicationIn));
  const ofExisting = (one: TraitUse | TraitUser) => applications.has(applicationIn(one));
  await addUses(db, uses.filter(ofExisting));
  const holders = await existing(
    db,
    "user",
    users.map(({ userId }) => Number(userId)),
  );
  await addUsers(
    db,
    users.filter((one) => ofExisting(one) && holders.has(Number(one.userId))),
  );
};

async function existing(
  db: Kysely<Tables>,
  table: "application" | "user",
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const distinct = [...new Set(ids)].sort((one, other) => one - other);
  const rows = await db.selectFrom(table).select("id").where("id", "in", distinct).execute();
  return new Set(rows.map(({ id }) => id));
}

async function addUses(db: Kysely<Tables>, uses: readonly TraitUse[]): Promise<void> {
  const sums = new Map<string, { row: Tables["trait_use"]; key: string }>();
  for (const use of uses) {
    const { trait, day, requests, rejected } = use;
    const key = `${trait} ${applicationIn(use)} ${day}`;
    const before = sums.get(key)?.row;
    const row = {
      ...{ trait, application_id: applicationIn(use), day },
      requests: (before?.requests ?? 0) + requests,
      rejected: (before?.rejected ?? 0) + rejected,
    };
    sums.set(key, { row, key });
  }
  if (sums.size === 0) return;
  await db
    .insertInto("trait_use")
    .values(inOrder(sums))
    .onConflict((conflict) =>
      conflict.columns(["trait", "application_id", "day"]).doUpdateSet({
        requests: sql<number>`trait_use.requests + excluded.requests`,
        rejected: sql<number>`trait_use.rejected + excluded.rejected`,
      }),
    )
    .execute();
}

/** A day never moves back, because the clocks of two processes may differ. */
async function addUsers(db: Kysely<Tables>, users: readonly TraitUser[]): Promise<void> {
  const latest = new Map<string, { row: Tables["trait_user"]; key: string }>();
  for (const one of users) {
    const { trait, userId, day } = one;
    const row = { trait, application_id: applicationIn(one), user_id: Number(userId), day };
    const key = `${trait} ${row.application_id} ${row.user_id}`;
    const before = latest.get(key)?.row.day ?? day;
    latest.set(key, { key, row: { ...row, day: Math.max(before, day) } });
  }
  if (latest.size === 0) return;
  await db
    .insertInto("trait_user")
    .values(inOrder(latest))
    .onConflict((conflict) =>
      conflict
        .columns(["trait", "application_id", "user_id"])
        .doUpdateSet(({ ref }) => ({ day: ref("excluded.day") }))
        .whereRef("trait_user.day", "<", "excluded.day"),
    )
    .execute();
}

function inOrder<Row>(
  rows: ReadonlyMap<string, { readonly row: Row; readonly key: string }>,
): Row[] {
  return [...rows.values()]
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ row }) => row);
}

export const traitTotals: Queries["traitTotals"] = async (db, sinceDay) => {
  const totals: TraitTotals[] = [];
  for (const trait of traits) {
    const used = await db
      .selectFrom("trait_use")
      .select("application_id")
      .distinct()
      .where("trait", "=", trait)
      .where("day", ">=", sinceDay)
      .limit(maxUsersCounted)
      .execute();
    const users = await db
      .selectFrom("trait_user")
      .select("user_id")
      .where("trait", "=", trait)
      .where("day", ">=", sinceDay)
      .limit(maxUsersCounted)
      .execute();
    if (used.length > 0) totals.push({ trait, applications: used.length, users: users.length });
  }
  return totals;
};

export const traitUses: Queries["traitUses"] = async (db, { trait, sinceDay }, { after, size }) => {
  const rows = await db
    .selectFrom("trait_use")
    .select(({ fn }) => [
      "application_id",
      fn.max("day").as("last_day"),
      fn.sum<number>("requests").as("requests"),
      fn.sum<number>("rejected").as("rejected"),
    ])
    .where("trait", "=", trait)
    .where("application_id", ">", Number(after ?? 0))
    .where("day", ">=", sinceDay)
    .groupBy("application_id")
    .orderBy("application_id")
    .limit(size)
    .execute();
  const ids = rows.map(({ application_id }) => application_id);
  const named = await namesOf(db, ids);
  const users = await usersOf(db, trait, ids, sinceDay);
  const programs = await programsOf(db, ids);
  return rows.flatMap((row) => {
    const names = named.get(row.application_id);
    // It was deleted meanwhile.
    if (names === undefined) return [];
    return {
      ...names,
      trait,
      lastDay: Number(row.last_day),
      requests: Number(row.requests),
      rejected: Number(row.rejected),
      users: users.get(row.application_id) ?? 0,
      programs: programs.get(row.application_id) ?? [],
    };
  });
};

async function namesOf(db: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom("application")
    .innerJoin("user", "user.id", "application.owner_id")
    .select(["application.id", "application.name", "user.screen_name"])
    .where("application.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, name, screen_name }) => [
      id,
      {
        applicationId: String(id) as ApplicationId,
        applicationName: name,
        ownerScreenName: screen_name,
      },
    ]),
  );
}

/** A count stops at its bound, so that a page costs no more for an application with millions of users. */
async function usersOf(
  db: Kysely<Tables>,
  trait: Trait,
  ids: readonly number[],
  sinceDay: number,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (const id of ids) {
    const found = await db
      .selectFrom((from) =>
        from
          .selectFrom("trait_user")
          .select("user_id")
          .where("trait", "=", trait)
          .where("application_id", "=", id)
          .where("day", ">=", sinceDay)
          .limit(maxUsersCounted)
          .as("found"),
      )
      .select(({ fn }) => fn.countAll<number>().as("users"))
      .executeTakeFirst();
    counts.set(id, Number(found?.users ?? 0));
  }
  return counts;
}

/** Only valid credentials tell what an application's program is. */
async function programsOf(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("source")
    .select(["application_id", "program", "last_seen"])
    .where("application_id", "in", ids)
    .where("credential", "!=", "unauthenticated")
    .where("network", "!=", otherSources)
    .where("program", "!=", "")
    .execute();
  const byApplication = Map.groupBy(rows, ({ application_id }) => application_id);
  return new Map(
    [...byApplication].map(([id, ofOne]) => {
      const latest = ofOne.sort((one, other) => other.last_seen - one.last_seen);
      const programs = new Set(latest.map(({ program }) => program));
      return [id, [...programs].slice(0, maxProgramsShown)];
    }),
  );
}

export const traitsOf: Queries["traitsOf"] = async (db, applicationId, sinceDay) => {
  const rows = await db
    .selectFrom("trait_use")
    .select(({ fn }) => [
      "trait",
      fn.max("day").as("last_day"),
      fn.sum<number>("requests").as("requests"),
    ])
    // The names are few, and the key begins with them.
    .where("trait", "in", traits)
    .where("application_id", "=", Number(applicationId))
    .where("day", ">=", sinceDay)
    .groupBy("trait")
    .execute();
  const used = new Map(rows.map((row) => [row.trait, row]));
  return traits.flatMap((trait) => {
    const row = used.get(trait);
    if (row === undefined) return [];
    return [{ trait, lastDay: Number(row.last_day), requests: Number(row.requests) }];
  });
};

export const programUses: Queries["programUses"] = async (db, beginning, { after, size }) => {
  const from = after?.program ?? beginning;
  const rows = await db
    .selectFrom("source")
    .select(["program", "application_id", ({ fn }) => fn.max("last_seen").as("last_seen")])
    .where("program", ">=", from)
    // A program's name is ASCII, and the tilde is its last character.
    .where("program", "<=", `${beginning}~~~~`)
    .where((either) =>
      either.or([
        either("program", ">", from),
        either("application_id", ">", Number(after?.applicationId ?? 0)),
      ]),
    )
    .where("credential", "!=", "unauthenticated")
    .where("network", "!=", otherSources)
    .groupBy(["program", "application_id"])
    .orderBy("program")
    .orderBy("application_id")
    .limit(size)
    .execute();
  const named = await namesOf(
    db,
    rows.map(({ application_id }) => application_id),
  );
  return rows.flatMap(({ program, application_id, last_seen }) => {
    const names = named.get(application_id);
    return names === undefined ? [] : { ...names, program, lastSeen: Number(last_seen) };
  });
};

/** A condition that is true if there is a row of a day that is no longer kept. `at` is the time. */
export function anyTraitEnded(at: string): string {
  const ended = `day <= ${at} / 86400000 - ${traitsKeptDays}`;
  return `exists (select 1 from trait_use where ${ended}) or exists (select 1 from trait_user where ${ended})`;
}

/** Deletes at most `most` rows of each table. */
export async function sweepTraits(db: Kysely<Tables>, today: number, most: number): Promise<void> {
  const before = today - traitsKeptDays;
  await sql`
    delete from trait_use where (trait, application_id, day) in (
      select trait, application_id, day from trait_use where day <= ${before} limit ${most})`.execute(
    db,
  );
  await sql`
    delete from trait_user where (trait, application_id, user_id) in (
      select trait, application_id, user_id from trait_user where day <= ${before} limit ${most})`.execute(
    db,
  );
}

function applicationIn({ applicationId }: { readonly applicationId: ApplicationId }): number {
  return Number(applicationId);
}
