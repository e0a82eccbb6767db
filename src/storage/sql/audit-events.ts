import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import {
  type ApplicationChange,
  applicationChanges,
  maxApplicationChanges,
} from "../../domain/application-changes.ts";
import { type AuditedEvent, eventsWithoutChange, type RecordedEvent } from "../../domain/audit.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import type { EventFilter } from "../../domain/operating.ts";
import type { Slice } from "../../domain/slice.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

export const eventsOf: Queries["eventsOf"] = async (db, userId, page) => {
  const rows = await selectEvents(db)
    .where("audit_event.user_id", "=", Number(userId))
    .where("audit_event.id", "<", Number(page.after ?? Number.MAX_SAFE_INTEGER))
    .orderBy("audit_event.id", "desc")
    .limit(page.size)
    .execute();
  return rows.map(toEvent);
};

export const eventsBy: Queries["eventsBy"] = async (db, filter, page) => {
  // Merged rows are ordered by a column's own name.
  const placed = selectAudited(db).select("audit_event.id as place");
  const query = await pageOf(db, placed, filter, page);
  return (await query.execute()).map(toAudited);
};

export const countEvents: Queries["countEvents"] = async (db, filter, page) => {
  const placed = db.selectFrom("audit_event").select("audit_event.id as place");
  const query = await pageOf(db, placed, filter, page);
  const { count } = await db
    .selectFrom(query.as("held"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};

async function pageOf<From, Table extends keyof From, Row>(
  db: Kysely<Tables>,
  placed: SelectQueryBuilder<From, Table, Row>,
  filter: EventFilter,
  page: Slice,
) {
  const { involvedId, oldestFirst, ...others } = filter;
  const conditions = await conditionsOf(db, others, page, oldestFirst === true);
  const select = (narrowest: readonly Condition[]) =>
    narrowed(placed, narrowest, others, conditions);
  // Both parts are read along an index of their own, and merged.
  const query =
    involvedId === undefined
      ? select([])
      : select([["audit_event.user_id", Number(involvedId)]]).unionAll(
          select([["actor", `user:${involvedId}`]]).where(
            sql<boolean>`audit_event.user_id is distinct from ${Number(involvedId)}`,
          ),
        );
  return query.orderBy(sql.ref("place"), oldestFirst ? "asc" : "desc").limit(page.size);
}

type Condition = readonly [column: string, value: string | number];

function narrowed<From, Table extends keyof From, Row>(
  query: SelectQueryBuilder<From, Table, Row>,
  narrowest: readonly Condition[],
  filter: EventFilter,
  conditions: readonly RawBuilder<boolean>[],
) {
  let found = query;
  for (const [at, [column, value]] of [...narrowest, ...narrowestFirst(filter)].entries()) {
    // The expression keeps SQLite from using this column's index instead of the first one's.
    const compared = at === 0 ? sql.ref(column) : sql`coalesce(${sql.ref(column)}, null)`;
    found = found.where(sql<boolean>`${compared} = ${value}`);
  }
  for (const condition of conditions) found = found.where(condition);
  return found;
}

/** What the index of the narrowest condition is then read for, in the order of ids. */
async function conditionsOf(
  db: Kysely<Tables>,
  { changesOnly, names, access, from, before, upTo }: EventFilter,
  { after }: Slice,
  oldestFirst: boolean,
): Promise<readonly RawBuilder<boolean>[]> {
  const id = sql.ref("audit_event.id");
  const first = oldestFirst ? "0" : String(Number.MAX_SAFE_INTEGER);
  const withoutChange = sql.join([...eventsWithoutChange]);
  return [
    sql<boolean>`${id} ${oldestFirst ? sql`>` : sql`<`} ${Number(after ?? first)}`,
    ...(upTo === undefined
      ? []
      : [sql<boolean>`${id} ${oldestFirst ? sql`<=` : sql`>=`} ${Number(upTo)}`]),
    ...(changesOnly ? [sql<boolean>`audit_event.name not in (${withoutChange})`] : []),
    ...(names === undefined ? [] : [nameIn(names)]),
    // Quotation marks inside a value are escaped, so only a member looks like this.
    ...(access === undefined
      ? []
      : [sql<boolean>`audit_event.details like ${`%"access":"${access}"%`}`]),
    ...(from === undefined ? [] : [sql<boolean>`${id} > ${await lastIdBefore(db, from)}`]),
    ...(before === undefined ? [] : [sql<boolean>`${id} <= ${await lastIdBefore(db, before)}`]),
  ];
}

/** The expression keeps SQLite from reading the index of each name and sorting what it finds. */
function nameIn(names: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`coalesce(audit_event.name, null) in (${sql.join([...names])})`;
}

/** The pattern is that of the index, so that events about an application's users are not read. */
export const changesOf: Queries["changesOf"] = async (db, applicationId, { since, until }) => {
  const rows = await db
    .selectFrom("audit_event")
    .select(["name", "at"])
    .where("application_id", "=", Number(applicationId))
    .where(sql<boolean>`name like 'application.%'`)
    .where("name", "in", applicationChanges)
    .where("id", ">", await lastIdBefore(db, since))
    .where("id", "<=", await lastIdBefore(db, until))
    .orderBy("id", "desc")
    .limit(maxApplicationChanges)
    .execute();
  return rows.reverse().map(({ name, at }) => ({ name: name as ApplicationChange["name"], at }));
};

export const eventsAfter: Queries["eventsAfter"] = async (db, after, most) => {
  const rows = await selectAudited(db)
    .where("audit_event.id", ">", Number(after))
    .orderBy("audit_event.id")
    .limit(most)
    .execute();
  return rows.map(toAudited);
};

/** The events are in no order. */
export async function auditedEvents(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<readonly AuditedEvent[]> {
  const rows = await selectAudited(db).where("audit_event.id", "in", ids).execute();
  return rows.map(toAudited);
}

function selectAudited(db: Kysely<Tables>) {
  return selectEvents(db)
    .leftJoin("user", "user.id", "audit_event.user_id")
    .leftJoin("user as acting", (join) => join.on("acting.id", "=", userActing("actor")))
    .select(["user.screen_name", "acting.screen_name as actor_screen_name"]);
}

/** The ID of the user that a column with an actor names. */
export function userActing(column: string) {
  const actor = sql.ref(column);
  return sql<number>`case when ${actor} like 'user:%' then cast(substr(${actor}, 6) as bigint) end`;
}

function toAudited(
  row: Row & { readonly actor_screen_name: string | null; readonly screen_name: string | null },
): AuditedEvent {
  return {
    ...toEvent(row),
    actorScreenName: row.actor_screen_name ?? undefined,
    userScreenName: row.screen_name ?? undefined,
  };
}

/** A user has fewer events than an application, and an application fewer than a name. */
function narrowestFirst(filter: EventFilter): readonly Condition[] {
  const { userId, actor, applicationId, name } = filter;
  return [
    ...(userId === undefined ? [] : [["audit_event.user_id", Number(userId)] as const]),
    ...(actor === undefined ? [] : [["actor", actor] as const]),
    ...(applicationId === undefined
      ? []
      : [["audit_event.application_id", Number(applicationId)] as const]),
    ...(name === undefined ? [] : [["audit_event.name", name] as const]),
  ];
}

/** Ids grow with time, so a time translates to an id. */
async function lastIdBefore(db: Kysely<Tables>, at: number): Promise<number> {
  const row = await db
    .selectFrom("audit_event")
    .select("id")
    .where("at", "<", at)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

function selectEvents(db: Kysely<Tables>) {
  return db
    .selectFrom("audit_event")
    .leftJoin("application", "application.id", "audit_event.application_id")
    .leftJoin("deleted_application", "deleted_application.id", "audit_event.application_id")
    .select([
      "audit_event.id",
      "at",
      "audit_event.name",
      "actor",
      "audit_event.user_id",
      "audit_event.application_id",
      "address",
      "details",
      "application.name as application_name",
      "deleted_application.name as deleted_name",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEvents>["execute"]>>[number];

function toEvent(row: Row): RecordedEvent {
  return {
    id: String(row.id),
    at: row.at,
    name: row.name,
    actor: row.actor,
    ...(row.user_id !== null && { userId: String(row.user_id) as UserId }),
    ...(row.application_id !== null && {
      applicationId: String(row.application_id) as ApplicationId,
    }),
    ...(row.address !== null && { address: row.address }),
    ...(row.details !== null && { details: JSON.parse(row.details) }),
    applicationName: row.application_name ?? row.deleted_name ?? undefined,
    applicationDeleted: row.application_id !== null && row.application_name === null,
  };
}
