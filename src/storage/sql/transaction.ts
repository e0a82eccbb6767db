/** What a write of the ledger works with: one transaction, the key ring, and the audit rows that commit with it. */
import type { Kysely } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { Tables } from "./schema.ts";

export interface Transaction {
  readonly db: Kysely<Tables>;
  readonly keys: KeyRing;
  /** The audit rows written so far: logged once the transaction is committed. */
  readonly events: AuditEvent[];
}

export async function record(transaction: Transaction, event: AuditEvent): Promise<void> {
  await transaction.db
    .insertInto("audit_event")
    .values({
      at: event.at,
      name: event.name,
      actor: event.actor,
      user_id: event.userId === undefined ? null : Number(event.userId),
      application_id: event.applicationId === undefined ? null : Number(event.applicationId),
      address: event.address ?? null,
      details: event.details === undefined ? null : JSON.stringify(event.details),
    })
    .execute();
  transaction.events.push(event);
}

/** Looks back no further than so many of the user's events, so that it costs the same for everybody. */
export async function recordRarely(
  transaction: Transaction,
  event: AuditEvent & { userId: UserId },
  since: number,
): Promise<boolean> {
  const latest = await transaction.db
    .selectFrom("audit_event")
    .select(["name", "at"])
    .where("user_id", "=", Number(event.userId))
    .orderBy("id", "desc")
    .limit(200)
    .execute();
  if (latest.some((one) => one.name === event.name && one.at > since)) return false;
  await record(transaction, event);
  return true;
}
