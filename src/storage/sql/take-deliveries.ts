/** Takes what is due to a receiver. A trigger adds deliveries (migrations/0001-initial.ts). */
import { type Kysely, sql } from "kysely";
import { deliveryLeaseMs, maxBetweenFailuresMs, maxBetweenTriesMs } from "../../domain/delivery.ts";
import { endsOf } from "../../domain/lasting.ts";
import type { Deliveries } from "../../domain/ports/deliveries.ts";
import { auditedEvents } from "./audit-events.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import type { Writes } from "./write.ts";

export const deliveriesDue: Queries["deliveriesDue"] = async (db, receivers, now) => {
  if (receivers.length === 0) return [];
  const due = await db
    .selectFrom("receiver")
    .select("id")
    .where("id", "in", receivers)
    .where(isOver("leased_until", deliveryLeaseMs, now))
    .where(isOver("next_at", maxBetweenFailuresMs, now))
    .where((either) =>
      either.or([
        sql<boolean>`exists (${ofReceiver} and due_at <= ${now})`,
        sql<boolean>`exists (${ofReceiver} and due_at > ${latestDue(now)})`,
      ]),
    )
    .execute();
  return due.map(({ id }) => id);
};

const ofReceiver = sql`select 1 from delivery where delivery.receiver = ${sql.ref("receiver.id")}`;

/** Whether a column's time has passed or was written by a clock that was ahead. */
function isOver(column: "leased_until" | "next_at", longest: number, now: number) {
  const { after, upTo } = endsOf(now, longest);
  return sql<boolean>`(${sql.ref(column)} <= ${after} or ${sql.ref(column)} > ${upTo})`;
}

/** Nothing waits for longer than this. A later time was written by a clock that was ahead. */
function latestDue(now: number): number {
  return endsOf(now, maxBetweenTriesMs).upTo;
}

type LeaseRequest = Parameters<Deliveries["takeDeliveries"]>[0];

export const takeDeliveries: Writes["takeDeliveries"] = async (
  { db },
  { receiver, lease, now, most },
) => {
  const leased = await db
    .updateTable("receiver")
    .set({ lease, leased_until: now + deliveryLeaseMs })
    .where("id", "=", receiver)
    .where(isOver("leased_until", deliveryLeaseMs, now))
    .where(isOver("next_at", maxBetweenFailuresMs, now))
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
};

async function makeDue(
  db: Kysely<Tables>,
  { receiver, now, most }: Omit<LeaseRequest, "lease">,
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
 * A failed receiver is tried with one event, the newest that it never rejected, because someone may have caused
 * many that it never accepts.
 */
async function probe(waiting: ReturnType<typeof dueTo>, oldest: ReturnType<typeof dueTo>) {
  const untried = waiting.where("tries", "=", 0).orderBy("event_id", "desc");
  const newest = await untried.limit(1).execute();
  return newest.length > 0 ? newest : oldest.limit(1).execute();
}
