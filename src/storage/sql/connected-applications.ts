/** A user's grants, one row per application. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { accessRanks, levelOfRank } from "../../domain/access.ts";
import type { ConnectedApplication } from "../../domain/access-token.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { unusedEndOf } from "../../domain/unused-access.ts";
import { isNamed } from "./application-lists.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

/** Grouped along the index and limited to the page before anything is joined. */
export const connectedApplications: Queries["connectedApplications"] = async (db, userId, page) => {
  const held = heldBy(db, userId)
    .where("application_id", ">", Number(page.after ?? -1))
    .orderBy("application_id")
    .limit(page.size);
  const rows = await joined(db, userId, held).orderBy("held.application_id").execute();
  return rows.map(toConnected);
};

export const grantedApplications: Queries["grantedApplications"] = async (
  db,
  userId,
  { text, order, offset, size },
) => {
  const matches = joined(db, userId, heldBy(db, userId)).where(isNamed(text));
  const { total } = await matches
    .clearSelect()
    .select(sql<number | string>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matches
    .$if(order === "name", (query) => query.orderBy("application.folded_name"))
    .$if(order === "newest", (query) => query.orderBy("since", "desc"))
    .orderBy("held.application_id")
    .limit(size)
    .offset(offset)
    .execute();
  return { total: Number(total), slice: rows.map(toConnected) };
};

function heldBy(db: Kysely<Tables>, userId: UserId) {
  return db
    .selectFrom("access_token")
    .select(({ fn }) => [
      "application_id",
      sql<number>`max(case access ${sql.join(ranked, sql` `)} end)`.as("access_rank"),
      fn.max("email_granted").as("email_granted"),
      fn.min("created_at").as("since"),
      fn.max("last_used_day").as("last_used_day"),
      fn.max("created_at").as("issued_at"),
      fn.max("unused_notice_at").as("noticed_at"),
    ])
    .where("user_id", "=", Number(userId))
    .groupBy("application_id");
}

/** The cast keeps PostgreSQL from comparing ranks as text. */
const ranked = Object.entries(accessRanks).map(
  ([level, rank]) => sql`when ${level} then cast(${rank} as integer)`,
);

/** Includes what further tokens of the same grants have, which costs each row of the page a look at an index. */
function joined(db: Kysely<Tables>, userId: UserId, held: ReturnType<typeof heldBy>) {
  const further = (value: RawBuilder<unknown>) => sql<number | null>`(select ${value}
    from further_access_token as further
    where further.user_id = ${Number(userId)} and further.application_id = held.application_id)`;
  const first = further(sql`min(further.created_at)`);
  return db
    .selectFrom(held.as("held"))
    .innerJoin("application", "application.id", "held.application_id")
    .innerJoin("user", "user.id", "application.owner_id")
    .select([
      sql<number>`case when ${first} < held.since then ${first} else held.since end`.as("since"),
      further(sql`max(further.email_granted)`).as("further_email_granted"),
      further(sql`max(further.last_used_day)`).as("further_last_used_day"),
      "held.application_id",
      "held.access_rank",
      "held.email_granted",
      "held.last_used_day",
      "held.issued_at",
      "held.noticed_at",
      "application.name",
      "icon",
      "website",
      "terms_url",
      "privacy_url",
      "support_url",
      "screen_name",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof joined>["execute"]>>[number];

function toConnected(row: Row): ConnectedApplication {
  const lastUsedDay = latest(row.last_used_day, row.further_last_used_day);
  return {
    applicationId: String(row.application_id) as ApplicationId,
    name: row.name,
    icon: row.icon ?? undefined,
    website: row.website,
    links: { terms: row.terms_url, privacy: row.privacy_url, support: row.support_url },
    ownerScreenName: row.screen_name,
    access: levelOfRank(row.access_rank),
    emailGranted: row.email_granted === 1 || row.further_email_granted === 1,
    since: row.since,
    lastUsedDay,
    unusedEnd: unusedEndOf({
      issuedAt: row.issued_at,
      lastUsedDay,
      noticedAt: row.noticed_at ?? undefined,
    }),
  };
}

function latest(...days: readonly (number | null)[]): number | undefined {
  const known = days.filter((day) => day !== null);
  return known.length === 0 ? undefined : Math.max(...known);
}
