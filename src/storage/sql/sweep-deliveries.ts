/** Deliveries that are given up. */
import { type Kysely, sql } from "kysely";
import { deliveryLifeMs, maxWaiting, receiverLifeMs } from "../../domain/delivery.ts";
import type { Tables } from "./schema.ts";

/** A condition that is true if a sweep would find anything; `at` is the time. */
export function anyGivenUp(at: string): string {
  return `exists (select 1 from delivery where at <= ${at} - ${deliveryLifeMs})
    or exists (select 1 from receiver where id > '' and named_at <= ${at} - ${receiverLifeMs})
    or exists (select 1 from receiver where id > '' and (${edge("max")}) - (${edge("min")}) >= ${maxWaiting})`;
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
  if (last.event_id - first.event_id < maxWaiting) return 0;
  const { waiting } = await db
    .selectFrom("delivery")
    .select((of) => of.fn.countAll().as("waiting"))
    .where("receiver", "=", receiver)
    .executeTakeFirstOrThrow();
  return Math.min(most, Math.max(0, Number(waiting) - maxWaiting));
}
