/** The receivers of events, as servers name them, and how much waits for each. */
import type { Kysely } from "kysely";
import type { AuditEventName } from "../../domain/audit.ts";
import type { InspectedReceiver, ReceiverState } from "../../domain/delivery.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
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
