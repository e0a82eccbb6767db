/** The receivers of events, as servers name them, and how much waits for each. */
import type { Kysely } from "kysely";
import type { AuditEventName } from "../../domain/audit.ts";
import type { InspectedReceiver, ReceiverState } from "../../domain/delivery.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const nameReceivers: Writes["nameReceivers"] = async ({ db }, receivers, now) => {
  for (const { id, events } of receivers) {
    const wanted = { events: writtenEvents(events), named_at: now };
    await db
      .insertInto("receiver")
      .values({ id, ...wanted })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(wanted))
      .execute();
  }
};

/** Each name between spaces, as the trigger searches for it. */
function writtenEvents(events: readonly AuditEventName[] | "all"): string {
  return events === "all" ? "*" : ` ${events.join(" ")} `;
}

export const receiverStates: Queries["receiverStates"] = async (db, receivers) => {
  const states: ReceiverState[] = [];
  for (const id of receivers) {
    const row = await db
      .selectFrom("receiver")
      .select(["failing_since", "failure", "next_at", "dropped"])
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
      failure: row.failure ?? undefined,
      nextAt: row.next_at,
      dropped: row.dropped,
    });
  }
  return states;
};

export const waitingDeliveries: Queries["waitingDeliveries"] = async (
  db,
  receiver,
  { after, size },
) => {
  const rows = await db
    .selectFrom("delivery")
    .innerJoin("audit_event", "audit_event.id", "event_id")
    .select(["event_id", "name", "delivery.at", "due_at", "tries", "failure"])
    .where("receiver", "=", receiver)
    .where("event_id", ">", Number(after ?? 0))
    .orderBy("event_id")
    .limit(size)
    .execute();
  return rows.map((row) => ({
    eventId: String(row.event_id),
    event: row.name,
    at: row.at,
    dueAt: row.due_at,
    tries: row.tries,
    failure: row.failure ?? undefined,
  }));
};

export const retryDeliveries: Writes["retryDeliveries"] = async (transaction, { id, name }, by) => {
  const { db } = transaction;
  const { waiting } = await db
    .selectFrom("delivery")
    .select((of) => of.fn.countAll().as("waiting"))
    .where("receiver", "=", id)
    .executeTakeFirstOrThrow();
  const items = Number(waiting);
  if (items === 0) return 0;
  const receivers = await db
    .updateTable("receiver")
    .set({ next_at: 0 })
    .where("id", "=", id)
    .where("next_at", ">", by.at)
    .executeTakeFirst();
  const deliveries = await db
    .updateTable("delivery")
    .set({ due_at: by.at })
    .where("receiver", "=", id)
    .where("due_at", ">", by.at)
    .executeTakeFirst();
  if (receivers.numUpdatedRows + deliveries.numUpdatedRows === 0n) return 0;
  const details = { receiver: name, items };
  await record(transaction, { ...by, name: "deliveries.retried", details });
  return items;
};

/** States of all receivers. Reads everything that waits. */
export async function inspectedReceivers(
  db: Kysely<Tables>,
): Promise<readonly InspectedReceiver[]> {
  const known = await db.selectFrom("receiver").select("id").orderBy("id").execute();
  const states = await receiverStates(
    db,
    known.map(({ id }) => id),
  );
  const rejected = await db
    .selectFrom("delivery")
    .select((of) => ["receiver", of.fn.countAll().as("count")])
    .where("tries", ">", 0)
    .groupBy("receiver")
    .execute();
  return states.map((state) => ({
    ...state,
    rejected: Number(rejected.find(({ receiver }) => receiver === state.id)?.count ?? 0),
  }));
}
