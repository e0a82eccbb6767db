/** Settles deliveries that were taken. */
import { type Kysely, sql } from "kysely";
import { maxBetweenTriesMs, retryAfterMs } from "../../domain/delivery.ts";
import type { Deliveries } from "../../domain/ports/deliveries.ts";
import type { Tables } from "./schema.ts";
import type { Writes } from "./write.ts";

type Settled = Parameters<Deliveries["settleDeliveries"]>[0];

export const settleDeliveries: Writes["settleDeliveries"] = async ({ db }, settled) => {
  await removeDelivered(db, settled);
  await putOffRejected(db, settled);
  await settleLease(db, settled);
};

async function removeDelivered(
  db: Kysely<Tables>,
  { receiver, delivered }: Settled,
): Promise<void> {
  if (delivered.length === 0) return;
  await db
    .deleteFrom("delivery")
    .where("receiver", "=", receiver)
    .where("event_id", "in", delivered.map(Number))
    .execute();
}

async function putOffRejected(
  db: Kysely<Tables>,
  { receiver, now, rejected }: Settled,
): Promise<void> {
  for (const { eventId, failure } of rejected) {
    const tried = await db
      .updateTable("delivery")
      .set((column) => ({ tries: sql<number>`${column.ref("tries")} + 1`, failure }))
      .where("receiver", "=", receiver)
      .where("event_id", "=", Number(eventId))
      .returning("tries")
      .executeTakeFirst();
    if (tried === undefined) continue;
    await db
      .updateTable("delivery")
      .set({ due_at: now + retryAfterMs(tried.tries, maxBetweenTriesMs) })
      .where("receiver", "=", receiver)
      .where("event_id", "=", Number(eventId))
      .execute();
  }
}

/** A node whose lease has expired no longer decides about the receiver, because another node may hold it. */
async function settleLease(
  db: Kysely<Tables>,
  { receiver, lease, now, delivered, rejected, failed, failure }: Settled,
): Promise<void> {
  const held = await db
    .selectFrom("receiver")
    .select(["failures", "failing_since", "failure"])
    .where("id", "=", receiver)
    .where("lease", "=", lease)
    .executeTakeFirst();
  if (held === undefined) return;
  const wasTried = failed || rejected.length > 0;
  const failures = failed ? held.failures + 1 : delivered.length > 0 ? 0 : held.failures;
  await db
    .updateTable("receiver")
    .set({
      lease: "",
      leased_until: 0,
      failures,
      next_at: failed ? now + retryAfterMs(failures) : 0,
      ...(delivered.length > 0
        ? { failing_since: null, failure: null }
        : {
            failing_since: held.failing_since ?? (wasTried ? now : null),
            failure: failure ?? held.failure,
          }),
    })
    .where("id", "=", receiver)
    .where("lease", "=", lease)
    .execute();
}
