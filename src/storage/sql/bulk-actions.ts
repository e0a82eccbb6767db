import { type Kysely, type Selectable, sql } from "kysely";
import { grantPlace, grantPlaceIn, type ListedAccessToken } from "../../domain/access-token.ts";
import type { AuditContext } from "../../domain/audit.ts";
import { byService } from "../../domain/audit-context.ts";
import {
  announcedMs,
  type BulkAction,
  type BulkPage,
  type BulkWork,
  bulkActionKeptMs,
  bulkLeaseMs,
  maxAnnouncedBulkActions,
  maxRunningBulkActions,
} from "../../domain/bulk-action.ts";
import type { ApplicationId, BulkActionId } from "../../domain/credentials.ts";
import { applicationFilters } from "../../domain/fields/list-filters.ts";
import { endsOf } from "../../domain/lasting.ts";
import { revokeAccessToken } from "./access-tokens.ts";
import { restoreApplication, suspendApplication } from "./application-oversight.ts";
import {
  endBulkAction as end,
  namesOf,
  noteBulkAction as note,
  subjectsOf,
  workOf,
} from "./end-bulk-actions.ts";
import { conditionsOf } from "./filter-conditions.ts";
import { accessTokens } from "./listed-tokens.ts";
import { allOf, anyRow } from "./lists.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { record } from "./transaction.ts";
import { isThere } from "./user-lists.ts";
import type { Transaction, Writes } from "./write.ts";

type Row = Selectable<Tables["bulk_action"]>;

export const announceBulkAction: Writes["announceBulkAction"] = async (
  transaction,
  { id, work, announcedAt, items, users },
  by,
) => {
  const { db } = transaction;
  if ((await countIn(db, "announced")) >= maxAnnouncedBulkActions) return "too-many";
  const { applicationId, userId } = subjectsOf(work);
  if (userId !== undefined && !(await isThere(db, userId))) return "gone";
  if (applicationId !== undefined && !(await isApplicationThere(db, applicationId))) return "gone";
  await db
    .insertInto("bulk_action")
    .values({
      id: Number(id),
      kind: work.kind,
      filters: JSON.stringify(work.filters),
      because: work.kind === "suspend-applications" ? work.because : null,
      application_id: applicationId === undefined ? null : Number(applicationId),
      user_id: userId === undefined ? null : Number(userId),
      created_by: by.actor,
      announced_at: announcedAt,
      items,
      users: users ?? null,
      state: "announced",
    })
    .execute();
  const details = { action: id, kind: work.kind, items };
  const event = { name: "bulk-action.announced", details, ...namesOf(work) } as const;
  await record(transaction, { ...by, ...event });
  return "announced";
};

export const beginBulkAction: Writes["beginBulkAction"] = async (transaction, id, by) => {
  const { db } = transaction;
  const row = await rowOf(db, id);
  if (row === undefined) return "gone";
  if (row.state !== "announced") return row.state === "running" ? "begun-before" : "gone";
  if (row.announced_at <= by.at - announcedMs) return "gone";
  if ((await countIn(db, "running")) >= maxRunningBulkActions) return "too-many";
  await db
    .updateTable("bulk_action")
    .set({ state: "running", begun_at: by.at, created_by: by.actor })
    .where("id", "=", row.id)
    .execute();
  await note(transaction, row, { ...by, name: "bulk-action.begun" });
  return "begun";
};

export const stopBulkAction: Writes["stopBulkAction"] = async (transaction, id, by) => {
  const row = await rowOf(transaction.db, id);
  if (row?.state !== "running") return false;
  await end(transaction, row, { ...by, name: "bulk-action.stopped" });
  return true;
};

export const stepBulkAction: Writes["stepBulkAction"] = async (
  transaction,
  { id, lease, now, most },
) => {
  const { db } = transaction;
  const row = await rowOf(db, id);
  if (row?.state !== "running") return "over";
  const { upTo } = endsOf(now, bulkLeaseMs);
  if (row.lease !== lease && row.leased_until > now && row.leased_until <= upTo) return "elsewhere";
  if (!(await mayAct(db, row.created_by, now))) {
    await end(transaction, row, { ...byService(now), name: "bulk-action.stopped" });
    return "over";
  }
  const work = workOf(row);
  const page = { after: row.position ?? undefined, size: most, olderThan: row.announced_at };
  const by = { at: now, actor: row.created_by };
  const { done, next } = await perform(transaction, work, page, by);
  const after = { ...row, done: row.done + done };
  await db
    .updateTable("bulk_action")
    .set({ done: after.done, position: next ?? null, lease, leased_until: now + bulkLeaseMs })
    .where("id", "=", row.id)
    .execute();
  if (next !== undefined) return "goes-on";
  await end(transaction, after, { ...byService(now), name: "bulk-action.ended" });
  return "over";
};

/** Each has the event of a single revocation or suspension. */
async function perform(
  transaction: Transaction,
  work: BulkWork,
  page: BulkPage,
  by: AuditContext,
): Promise<{ readonly done: number; readonly next: string | undefined }> {
  let done = 0;
  if (work.kind === "revoke-access-tokens") {
    const { tokens, next } = await tokensIn(transaction.db, work, page);
    for (const { token } of tokens) {
      if (await revokeAccessToken(transaction, token, by)) done += 1;
    }
    return { done, next };
  }
  const { ids, next } = await applicationsIn(transaction.db, work, page);
  for (const id of ids) {
    const changed =
      work.kind === "suspend-applications"
        ? await suspendApplication(transaction, id, work.because, by)
        : await restoreApplication(transaction, id, by);
    if (changed) done += 1;
  }
  return { done, next };
}

export const bulkItems: Queries["bulkItems"] = async (db, work, page) => {
  if (work.kind === "revoke-access-tokens") {
    const { tokens, next } = await tokensIn(db, work, page);
    return { items: tokens.length, users: [...new Set(tokens.map(({ userId }) => userId))], next };
  }
  const { ids, next } = await applicationsIn(db, work, page);
  return { items: ids.length, users: [], next };
};

async function tokensIn(
  db: Kysely<Tables>,
  { applicationId, userId, filters }: BulkWork & { kind: "revoke-access-tokens" },
  { after, size, olderThan }: BulkPage,
): Promise<{ readonly tokens: readonly ListedAccessToken[]; readonly next: string | undefined }> {
  const { issuedBefore = olderThan } = filters;
  const tokens = await accessTokens(db, {
    applicationId,
    userId,
    filters: { ...filters, issuedBefore: Math.min(issuedBefore, olderThan) },
    after: after === undefined ? undefined : grantPlaceIn(after),
    size,
  });
  const last = tokens.at(-1);
  const isFull = new Set(tokens.map(grantPlace)).size === size;
  return { tokens, next: isFull && last !== undefined ? grantPlace(last) : undefined };
}

/** In the order of their IDs. Those that are suspended already, or are not, are left out. */
async function applicationsIn(
  db: Kysely<Tables>,
  { kind, filters }: BulkWork & { kind: "suspend-applications" | "restore-applications" },
  { after, size, olderThan }: BulkPage,
): Promise<{ readonly ids: readonly ApplicationId[]; readonly next: string | undefined }> {
  const rows = await db
    .selectFrom("application")
    .select("application.id")
    .where("application.id", ">", Number(after ?? 0))
    .where(sql<boolean>`+application.created_at < ${olderThan}`)
    .where(
      kind === "suspend-applications"
        ? sql<boolean>`application.suspended_because is null`
        : sql<boolean>`application.suspended_because is not null`,
    )
    .where(allOf(anyRow, conditionsOf("application", applicationFilters, filters)))
    .orderBy("application.id")
    .limit(size)
    .execute();
  const ids = rows.map(({ id }) => String(id) as ApplicationId);
  return { ids, next: ids.length === size ? ids.at(-1) : undefined };
}

/**
 * Whether the one who began it still may do it: an administrator who is not suspended, or a manager's API key that
 * works.
 */
async function mayAct(db: Kysely<Tables>, actor: string, now: number): Promise<boolean> {
  const [kind, name = ""] = actor.split(/:(.*)/s);
  if (kind === "user") {
    const user = await db
      .selectFrom("user")
      .select(["is_admin", "suspended_because"])
      .where("id", "=", Number(name))
      .executeTakeFirst();
    return user?.is_admin === 1 && user.suspended_because === null;
  }
  if (kind !== "api-key") return true;
  const key = await db
    .selectFrom("api_key")
    .select(["role", "expires_at"])
    .where("name", "=", name)
    .executeTakeFirst();
  return key?.role === "manager" && (key.expires_at === null || key.expires_at > now);
}

export async function sweepBulkActions(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom("bulk_action")
    .where(sql<boolean>`state = 'announced'`)
    .where("announced_at", "<=", now - announcedMs)
    .execute();
  await db
    .deleteFrom("bulk_action")
    .where("ended_at", "<=", now - bulkActionKeptMs)
    .execute();
}

export function anyOldBulkAction(at: string): string {
  return `exists (select 1 from bulk_action where state = 'announced' and announced_at <= ${at} - ${announcedMs})
    or exists (select 1 from bulk_action where ended_at <= ${at} - ${bulkActionKeptMs})`;
}

export const bulkActions: Queries["bulkActions"] = async (db, { after, size }) => {
  const [at, id] = (after ?? "").split(" ").map(Number);
  const rows = await db
    .selectFrom("bulk_action")
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(announced_at, id) < (${at ?? 0}, ${id ?? 0})`),
    )
    .orderBy("announced_at", "desc")
    .orderBy("id", "desc")
    .limit(size)
    .execute();
  return rows.map(toBulkAction);
};

export const bulkAction: Queries["bulkAction"] = async (db, id) => {
  const row = await rowOf(db, id);
  return row && toBulkAction(row);
};

export const waitingBulkActions: Queries["waitingBulkActions"] = async (db, lease, now) => {
  const { upTo } = endsOf(now, bulkLeaseMs);
  const rows = await db
    .selectFrom("bulk_action")
    .select(["id", "lease", "leased_until"])
    .where(sql<boolean>`state = 'running'`)
    .orderBy("announced_at")
    .orderBy("id")
    .limit(maxRunningBulkActions)
    .execute();
  return rows
    .filter((one) => one.lease === lease || one.leased_until <= now || one.leased_until > upTo)
    .map((one) => String(one.id) as BulkActionId);
};

function rowOf(db: Kysely<Tables>, id: BulkActionId): Promise<Row | undefined> {
  return db.selectFrom("bulk_action").selectAll().where("id", "=", Number(id)).executeTakeFirst();
}

async function countIn(db: Kysely<Tables>, state: "announced" | "running"): Promise<number> {
  const rows = await db
    .selectFrom("bulk_action")
    .select("id")
    .where(
      state === "running" ? sql<boolean>`state = 'running'` : sql<boolean>`state = 'announced'`,
    )
    .limit(maxAnnouncedBulkActions)
    .execute();
  return rows.length;
}

async function isApplicationThere(db: Kysely<Tables>, id: ApplicationId): Promise<boolean> {
  const row = await db
    .selectFrom("application")
    .select("id")
    .where("id", "=", Number(id))
    .executeTakeFirst();
  return row !== undefined;
}

function toBulkAction(row: Row): BulkAction {
  return {
    id: String(row.id) as BulkActionId,
    work: workOf(row),
    announcedAt: row.announced_at,
    items: row.items,
    users: row.users ?? undefined,
    createdBy: row.created_by,
    state: row.state,
    begunAt: row.begun_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    done: row.done,
  };
}
