/** Decides which audit events are deleted once they are old enough, and which stay. */
import type { Kysely } from "kysely";
import { stayingEvents } from "../../domain/audit.ts";
import type { Tables } from "./schema.ts";

/**
 * A condition that is true if there is an event to remove; `from` is the time of the oldest that is kept. It
 * looks at the event with the earliest time.
 */
export function anyOldEvent(from: string): string {
  const names = stayingEvents.map((name) => `'${name}'`).join(", ");
  return `coalesce((select at from audit_event where id > (select min(id) from audit_event)
    and name not in (${names}) order by at limit 1) < ${from}, false)`;
}

/** Removes at most `most` events from before `from`; returns how many. */
export async function sweepAuditLog(
  db: Kysely<Tables>,
  from: number,
  most: number,
): Promise<number> {
  const staying = await idsThatStay(db);
  const { numDeletedRows } = await db
    .deleteFrom("audit_event")
    .where("id", "in", (events) => {
      const old = events
        .selectFrom("audit_event")
        .select("id")
        .where("at", "<", from)
        .orderBy("at")
        .limit(most);
      return staying.length === 0 ? old : old.where("id", "not in", staying);
    })
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * The first event records when the database was created, and the last event of some names holds state of the
 * service.
 */
async function idsThatStay(db: Kysely<Tables>): Promise<readonly number[]> {
  const first = await db
    .selectFrom("audit_event")
    .select("id")
    .where("id", ">", 0)
    .orderBy("id")
    .limit(1)
    .execute();
  const staying = first.map(({ id }) => id);
  for (const name of stayingEvents) {
    const last = await db
      .selectFrom("audit_event")
      .select("id")
      .where("name", "=", name)
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    staying.push(...last.map(({ id }) => id));
  }
  return staying;
}
