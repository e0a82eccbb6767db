/** Waiting deliveries: a trigger adds them (migrations/0018-deliveries.ts), and servers take them out. */
import { type Kysely, sql } from "kysely";
import type { AuditEventName } from "../../domain/audit.ts";
import {
  type Delivery,
  deliveryLeaseMs,
  deliveryLifeMs,
  type InspectedReceiver,
  mostBetweenFailuresMs,
  mostBetweenTriesMs,
  mostWaiting,
  type Receiver,
  type ReceiverState,
  receiverLifeMs,
  retryAfterMs,
} from "../../domain/delivery.ts";
import { endsOf } from "../../domain/lasting.ts";
import { auditedEvents } from "./audit-events.ts";
import type { Tables } from "./schema.ts";
import type { Transaction } from "./transaction.ts";

export async function nameReceivers(
  { db }: Transaction,
  receivers: readonly Receiver[],
  now: number,
): Promise<void> {
  for (const { id, events } of receivers) {
    const wanted = { events: writtenEvents(events), named_at: now };
    await db
      .insertInto("receiver")
      .values({ id, ...wanted })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(wanted))
      .execute();
  }
}

/** Each name between spaces, as the trigger searches for it. */
function writtenEvents(events: readonly AuditEventName[] | "all"): string {
  return events === "all" ? "*" : ` ${events.join(" ")} `;
}

export async function deliveriesDue(
  db: Kysely<Tables>,
  receivers: readonly string[],
  now: number,
): Promise<readonly string[]> {
  if (receivers.length === 0) return [];
  const due = await db
    .selectFrom("receiver")
    .select("id")
    .where("id", "in", receivers)
    .where(isOver("leased_until", deliveryLeaseMs, now))
    .where(isOver("next_at", mostBetweenFailuresMs, now))
    .where((either) =>
      either.or([
        sql<boolean>`exists (${ofReceiver} and due_at <= ${now})`,
        sql<boolean>`exists (${ofReceiver} and due_at > ${latestDue(now)})`,
      ]),
    )
    .execute();
  return due.map(({ id }) => id);
}

const ofReceiver = sql`select 1 from delivery where delivery.receiver = ${sql.ref("receiver.id")}`;

/** Whether a column's time has passed or was written by a clock that was ahead. */
function isOver(column: "leased_until" | "next_at", longest: number, now: number) {
  const { after, upTo } = endsOf(now, longest);
  return sql<boolean>`(${sql.ref(column)} <= ${after} or ${sql.ref(column)} > ${upTo})`;
}

/** Nothing waits for longer than this. A later time was written by a clock that was ahead. */
function latestDue(now: number): number {
  return endsOf(now, mostBetweenTriesMs).upTo;
}

export async function takeDeliveries(
  { db }: Transaction,
  { receiver, lease, now, most }: { receiver: string; lease: string; now: number; most: number },
): Promise<readonly Delivery[]> {
  const leased = await db
    .updateTable("receiver")
    .set({ lease, leased_until: now + deliveryLeaseMs })
    .where("id", "=", receiver)
    .where(isOver("leased_until", deliveryLeaseMs, now))
    .where(isOver("next_at", mostBetweenFailuresMs, now))
    .returning("failures")
    .executeTakeFirst();
  if (leased === undefined) return [];
  await makeDue(db, { receiver, now, most });
  const waiting = dueTo(db, receiver, now);
  const oldest = waiting.orderBy("due_at").orderBy("event_id");
  const due =
    leased.failures > 0 ? await probe(waiting, oldest) : await oldest.limit(most).execute();
  if (due.length === 0) {
    await db.updateTable("receiver").set({ leased_until: 0 }).where("id", "=", receiver).execute();
    return [];
  }
  const events = new Map(
    (
      await auditedEvents(
        db,
        due.map((one) => one.event_id),
      )
    ).map((event) => [event.id, event]),
  );
  return due.flatMap(({ event_id, mark }) => {
    const event = events.get(String(event_id));
    return event === undefined ? [] : [{ id: mark, event }];
  });
}

async function makeDue(
  db: Kysely<Tables>,
  { receiver, now, most }: { receiver: string; now: number; most: number },
): Promise<void> {
  await db
    .updateTable("delivery")
    .set({ due_at: now })
    .where("receiver", "=", receiver)
    .where("event_id", "in", (from) =>
      from
        .selectFrom("delivery")
        .select("event_id")
        .where("receiver", "=", receiver)
        .where("due_at", ">", latestDue(now))
        .orderBy("due_at")
        .limit(most),
    )
    .execute();
}

function dueTo(db: Kysely<Tables>, receiver: string, now: number) {
  return db
    .selectFrom("delivery")
    .innerJoin("audit_event", "audit_event.id", "event_id")
    .select(["event_id", "mark"])
    .where("receiver", "=", receiver)
    .where("due_at", "<=", now);
}

/**
 * A failed receiver is tried with one event, the newest that it never refused, because someone may have caused
 * many that it never accepts.
 */
async function probe(waiting: ReturnType<typeof dueTo>, oldest: ReturnType<typeof dueTo>) {
  const untried = waiting.where("tries", "=", 0).orderBy("event_id", "desc");
  const newest = await untried.limit(1).execute();
  return newest.length > 0 ? newest : oldest.limit(1).execute();
}

export async function settleDeliveries(
  { db }: Transaction,
  {
    receiver,
    lease,
    now,
    delivered,
    refused,
    failed,
  }: {
    receiver: string;
    lease: string;
    now: number;
    delivered: readonly string[];
    refused: readonly string[];
    failed: boolean;
  },
): Promise<void> {
  if (delivered.length > 0) {
    await db
      .deleteFrom("delivery")
      .where("receiver", "=", receiver)
      .where("event_id", "in", delivered.map(Number))
      .execute();
  }
  for (const event of refused) {
    const tried = await db
      .updateTable("delivery")
      .set((column) => ({ tries: sql<number>`${column.ref("tries")} + 1` }))
      .where("receiver", "=", receiver)
      .where("event_id", "=", Number(event))
      .returning("tries")
      .executeTakeFirst();
    if (tried === undefined) continue;
    await db
      .updateTable("delivery")
      .set({ due_at: now + retryAfterMs(tried.tries, mostBetweenTriesMs) })
      .where("receiver", "=", receiver)
      .where("event_id", "=", Number(event))
      .execute();
  }
  // A node whose lease has expired no longer decides about the receiver, because another node may hold it.
  const held = await db
    .selectFrom("receiver")
    .select(["failures", "failing_since"])
    .where("id", "=", receiver)
    .where("lease", "=", lease)
    .executeTakeFirst();
  if (held === undefined) return;
  const wasTried = failed || refused.length > 0;
  const failures = failed ? held.failures + 1 : delivered.length > 0 ? 0 : held.failures;
  await db
    .updateTable("receiver")
    .set({
      lease: "",
      leased_until: 0,
      failures,
      next_at: failed ? now + retryAfterMs(failures) : 0,
      failing_since: delivered.length > 0 ? null : (held.failing_since ?? (wasTried ? now : null)),
    })
    .where("id", "=", receiver)
    .where("lease", "=", lease)
    .execute();
}

export async function receiverStates(
  db: Kysely<Tables>,
  receivers: readonly string[],
): Promise<readonly ReceiverState[]> {
  const states: ReceiverState[] = [];
  for (const id of receivers) {
    const row = await db
      .selectFrom("receiver")
      .select(["failing_since", "dropped"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) continue;
    const { oldest, waiting } = await db
      .selectFrom("delivery")
      .select((of) => [of.fn.min("at").as("oldest"), of.fn.countAll().as("waiting")])
      .where("receiver", "=", id)
      .executeTakeFirstOrThrow();
    states.push({
      id,
      waiting: Number(waiting),
      oldest: oldest ?? undefined,
      failingSince: row.failing_since ?? undefined,
      dropped: row.dropped,
    });
  }
  return states;
}

/** States of all receivers. Reads everything that waits. */
export async function inspectedReceivers(
  db: Kysely<Tables>,
): Promise<readonly InspectedReceiver[]> {
  const known = await db.selectFrom("receiver").select("id").orderBy("id").execute();
  const states = await receiverStates(
    db,
    known.map(({ id }) => id),
  );
  const refused = await db
    .selectFrom("delivery")
    .select((of) => ["receiver", of.fn.countAll().as("count")])
    .where("tries", ">", 0)
    .groupBy("receiver")
    .execute();
  return states.map((state) => ({
    ...state,
    refused: Number(refused.find(({ receiver }) => receiver === state.id)?.count ?? 0),
  }));
}

/** A condition that is true if a sweep would find anything; `at` is the time. */
export function anyGivenUp(at: string): string {
  return `exists (select 1 from delivery where at <= ${at} - ${deliveryLifeMs})
    or exists (select 1 from receiver where id > '' and named_at <= ${at} - ${receiverLifeMs})
    or exists (select 1 from receiver where id > '' and (${edge("max")}) - (${edge("min")}) >= ${mostWaiting})`;
}

/** Ids grow, so the distance of the two is an upper bound of how many wait. */
function edge(which: "max" | "min"): string {
  return `select ${which}(event_id) from delivery where delivery.receiver = receiver.id`;
}

/**
 * Gives up deliveries that are too old, the oldest beyond the bound, and those for receivers that no longer
 * exist; at most `most` per receiver.
 */
export async function sweepDeliveries(
  db: Kysely<Tables>,
  now: number,
  most: number,
): Promise<number> {
  let removed = 0;
  const receivers = await db
    .selectFrom("receiver")
    .select(["id", "named_at"])
    .where("id", ">", "")
    .orderBy("id")
    .execute();
  for (const { id, named_at } of receivers) {
    const isNamed = named_at > now - receiverLifeMs;
    const until = isNamed ? now - deliveryLifeMs : Number.MAX_SAFE_INTEGER;
    const old = await removeOldest(db, id, until, most);
    const many = await removeOldest(
      db,
      id,
      Number.MAX_SAFE_INTEGER,
      await beyondMost(db, id, most),
    );
    removed += old + many;
    if (old + many > 0) {
      await db
        .updateTable("receiver")
        .set((column) => ({ dropped: sql<number>`${column.ref("dropped")} + ${old + many}` }))
        .where("id", "=", id)
        .execute();
    } else if (!isNamed) {
      await db.deleteFrom("receiver").where("id", "=", id).execute();
    }
  }
  return removed;
}

async function removeOldest(
  db: Kysely<Tables>,
  receiver: string,
  until: number,
  most: number,
): Promise<number> {
  if (most === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom("delivery")
    .where("receiver", "=", receiver)
    .where("event_id", "in", (from) =>
      from
        .selectFrom("delivery")
        .select("event_id")
        .where("receiver", "=", receiver)
        .where("at", "<=", until)
        .orderBy("at")
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** How many of them are beyond the bound, up to `most`. */
async function beyondMost(db: Kysely<Tables>, receiver: string, most: number): Promise<number> {
  const [last] = await db
    .selectFrom("delivery")
    .select("event_id")
    .where("receiver", "=", receiver)
    .orderBy("event_id", "desc")
    .limit(1)
    .execute();
  const [first] = await db
    .selectFrom("delivery")
    .select("event_id")
    .where("receiver", "=", receiver)
    .orderBy("event_id")
    .limit(1)
    .execute();
  if (last === undefined || first === undefined) return 0;
  if (last.event_id - first.event_id < mostWaiting) return 0;
  const { waiting } = await db
    .selectFrom("delivery")
    .select((of) => of.fn.countAll().as("waiting"))
    .where("receiver", "=", receiver)
    .executeTakeFirstOrThrow();
  return Math.min(most, Math.max(0, Number(waiting) - mostWaiting));
}
