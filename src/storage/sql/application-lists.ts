/** Reads of registered applications: one, lists and searches. */
import { type InferResult, type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { type Application, foldName, type ListedApplication } from "../../domain/application.ts";
import {
  type ApplicationId,
  type ConsumerKey,
  idFrom,
  isConsumerKey,
  type UserId,
} from "../../domain/credentials.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import {
  type ApprovalRequest,
  type ApprovalStatus,
  approvalRequestFields,
  approvalStatusFields,
} from "../../domain/fields/approval.ts";
import { type ApplicationFilters, applicationFilters } from "../../domain/fields/list-filters.ts";
import { isByName, type ListOrder, type NameOrder } from "../../domain/operating.ts";
import { placeIn, type Slice } from "../../domain/slice.ts";
import { compiledOnce } from "./compiled-once.ts";
import { columnNames, nounIn } from "./field-columns.ts";
import { conditionsOf } from "./filter-conditions.ts";
import { allOf, anyRow, byNumber, foundAnyWay, inOrder, type Way } from "./lists.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { schemesIn } from "./waiting-applications.ts";

export const applicationByConsumerKey: Queries["applicationByConsumerKey"] = async (
  db,
  consumerKey,
) => {
  const row = await selectApplications(db)
    .where("consumer_key", "=", consumerKey)
    .executeTakeFirst();
  return row && toApplication(row);
};

export const applicationById: Queries["applicationById"] = async (db, applicationId) => {
  const [row] = await applicationWithId(db, { id: Number(applicationId) });
  return row && toApplication(row);
};

const applicationWithId = compiledOnce((db, { id }: { id: number }) =>
  selectApplications(db).where("application.id", "=", id),
);

/**
 * Whether every part of the application is as the caller saw it: the comparison of the writes that are given what they
 * were decided on.
 */
export async function isAsSeen(db: Kysely<Tables>, seen: Application): Promise<boolean> {
  // Both were read by the same query, so their members have the same order.
  return JSON.stringify(await applicationById(db, seen.id)) === JSON.stringify(seen);
}

export const applications: Queries["applications"] = async (db, page) => {
  const rows = await selectApplications(db)
    .where("consumer_key", ">", page.after ?? "")
    .orderBy("consumer_key")
    .limit(page.size)
    .execute();
  return rows.map(toApplication);
};

export const applicationsOf: Queries["applicationsOf"] = async (db, ownerId, page) => {
  const own = namedBeyond(db, page).where("owner_id", "=", Number(ownerId));
  const rows = await inOrderOfNames(own, page).execute();
  return rows.map(toApplication);
};

/** The index has the folded name. Among the owner's applications, few differ from it in case only. */
export const applicationsNamed: Queries["applicationsNamed"] = async (
  db,
  { ownerId, name },
  most,
) => {
  const rows = await selectApplications(db)
    .where("owner_id", "=", Number(ownerId))
    .where("application.folded_name", "=", foldName(name))
    .where("application.name", "=", name)
    .orderBy("application.id")
    .limit(most)
    .execute();
  return rows.map(toApplication);
};

export const applicationsFor: Queries["applicationsFor"] = async (
  db,
  userId,
  { text, order, offset, size },
) => {
  const user = Number(userId);
  const theirs = sql<boolean>`application.id in (
    select id from application where owner_id = ${user}
    union all
    select application_id from collaborator where user_id = ${user} and accepted = 1)`;
  const named = isNamed(text);
  const { total } = await db
    .selectFrom("application")
    .select(sql<number | string>`count(*)`.as("total"))
    .where(theirs)
    .where(named)
    .executeTakeFirstOrThrow();
  const rows = await selectApplications(db)
    .leftJoin("collaborator", (join) =>
      join
        .onRef("collaborator.application_id", "=", "application.id")
        .on("collaborator.user_id", "=", user),
    )
    .select(["role", "used_day"])
    .where(theirs)
    .where(named)
    .$if(order === "name", (query) => query.orderBy("application.folded_name"))
    .$if(order === "newest", (query) => query.orderBy("application.created_at", "desc"))
    .orderBy("application.id")
    .limit(size)
    .offset(offset)
    .execute();
  const slice = rows.map((row) => ({
    ...toListed(row),
    role: row.owner_id === user ? ("owner" as const) : (row.role ?? "viewer"),
  }));
  return { total: Number(total), slice };
};

/** Matches names that contain the text, ignoring case. */
export function isNamed(text: string) {
  return sql<boolean>`application.folded_name like ${`%${literal(foldName(text))}%`} escape '~'`;
}

/** Escapes text for LIKE, with `~` as the escape character. */
function literal(text: string): string {
  return text.replace(/[~%_]/g, "~$&");
}

export const searchApplications: Queries["searchApplications"] = async (db, search, page) => {
  const { order = "name", text } = search;
  if (!isByName(order)) return sortedByNumber(db, search.filters, page, order);
  const conditions = conditionsOf("application", applicationFilters, search.filters);
  const rows = await inOrderOfNames(
    foundAnyWay(waysToMean(text), (way) =>
      namedBeyond(db, page, order).select("application.used_day").where(allOf(way, conditions)),
    ),
    page,
    order,
  ).execute();
  return inOrder(rows, page.before !== undefined).map(toListed);
};

async function sortedByNumber(
  db: Kysely<Tables>,
  filters: ApplicationFilters | undefined,
  page: Slice,
  order: Exclude<ListOrder, NameOrder>,
): Promise<readonly ListedApplication[]> {
  const { column, beyond, direction } = byNumber("application", page, order);
  const conditions = conditionsOf("application", applicationFilters, filters, { ordered: column });
  const rows = await selectApplications(db)
    .select("application.used_day")
    .where(allOf(beyond, conditions))
    .orderBy(`application.${column}`, direction)
    .orderBy("application.id", direction)
    .limit(page.size)
    .execute();
  return inOrder(rows, page.before !== undefined).map(toListed);
}

export const countApplications: Queries["countApplications"] = async (db, search, most) => {
  const conditions = conditionsOf("application", applicationFilters, search.filters, {
    isCounted: true,
  });
  const matches = foundAnyWay(search.text === "" ? [anyRow] : waysToMean(search.text), (way) =>
    db.selectFrom("application").select("application.id").where(allOf(way, conditions)),
  );
  const { count } = await db
    .selectFrom(matches.limit(most).as("held"))
    .select(sql<number | string>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Names are not unique, so the id breaks ties. */
function namedBeyond(db: Kysely<Tables>, page: Slice, order: NameOrder = "name") {
  const query = selectApplications(db).select([
    "application.folded_name as place",
    "application.id as place_among_equals",
  ]);
  const place = placeIn(order, page.before ?? page.after);
  if (place === undefined) return query;
  return query.where(
    sql<boolean>`(application.folded_name, application.id) ${isUpward(page, order) ? sql`>` : sql`<`}
      (${place.value}, ${place.id})`,
  );
}

interface Placed {
  readonly place: string;
  readonly place_among_equals: number;
}

function isUpward(page: Slice, order: NameOrder): boolean {
  return (order === "name") !== (page.before !== undefined);
}

function inOrderOfNames<Row>(
  query: SelectQueryBuilder<Tables, "application" | "user", Row & Placed>,
  page: Slice,
  order: NameOrder = "name",
) {
  const direction = isUpward(page, order) ? "asc" : "desc";
  return query
    .orderBy("place", direction)
    .orderBy("place_among_equals", direction)
    .limit(page.size);
}

/** The beginning of a name, an id, or a consumer key, because imported keys can look like names. */
function waysToMean(text: string): readonly [Way, ...Way[]] {
  const beginning = foldName(text);
  const id = idFrom<ApplicationId>(text);
  return [
    sql`application.folded_name >= ${beginning} and application.folded_name < ${`${beginning}\u{10FFFF}`}`,
    ...(id === undefined ? [] : [sql<boolean>`application.id = ${Number(id)}`]),
    ...(isConsumerKey(text) ? [sql<boolean>`consumer_key = ${text}`] : []),
  ];
}

function selectApplications(db: Kysely<Tables>) {
  return db
    .selectFrom("application")
    .innerJoin("user", "user.id", "application.owner_id")
    .select([
      "application.id",
      "owner_id",
      "screen_name",
      ...draftColumns,
      "consumer_key",
      "secret_set_at",
      "secret_revoked_at",
      "owner_notice",
      "owner_notice_at",
      "confirmed_schemes",
      "limits",
      "application.plan",
      "application.created_at",
      "identity_changed_at",
      "icon",
      "application.suspended_because",
      ...approvalColumnNames,
    ]);
}

const draftColumns = columnNames<ApplicationDraft>(applicationFields).map(
  (name) => `application.${name}` as const,
);

const approvalColumnNames = [
  ...columnNames<ApprovalRequest>(approvalRequestFields),
  ...columnNames<ApprovalStatus>(approvalStatusFields),
].map((name) => `application.${name}` as const);

function toListed(row: Row & { readonly used_day: number }): ListedApplication {
  const { used_day: day } = row;
  return { ...toApplication(row), ...(day > 0 && { lastUsedDay: day }) };
}

type Row = InferResult<ReturnType<typeof selectApplications>>[number];

function toApplication(row: Row): Application {
  return {
    id: String(row.id) as ApplicationId,
    ownerId: String(row.owner_id) as UserId,
    ownerScreenName: row.screen_name,
    ...nounIn<ApplicationDraft>(applicationFields, row),
    consumerKey: row.consumer_key as ConsumerKey,
    confirmedSchemes: schemesIn(row.confirmed_schemes),
    limits: JSON.parse(row.limits ?? "{}"),
    plan: row.plan ?? undefined,
    createdAt: row.created_at,
    identityChangedAt: row.identity_changed_at ?? undefined,
    icon: row.icon ?? undefined,
    secretSetAt: row.secret_set_at,
    secretRevokedAt: row.secret_revoked_at ?? undefined,
    ownerNotice:
      row.owner_notice === null || row.owner_notice_at === null
        ? undefined
        : { text: row.owner_notice, at: row.owner_notice_at },
    suspendedBecause: row.suspended_because ?? undefined,
    ...nounIn<ApprovalRequest>(approvalRequestFields, row),
    ...nounIn<ApprovalStatus>(approvalStatusFields, row),
  };
}
