/** Inspects an open database on either engine, without changing it. */
import type { Kysely } from "kysely";
import { verifiedUntil } from "../../domain/audit.ts";
import { type GivenKeyRing, RingMismatch } from "../given-key-ring.ts";
import type { Inspected, InspectedEvent } from "../inspected.ts";
import { inspectedReceivers } from "./receivers.ts";
import { rejectAnotherRing } from "./ring-check.ts";
import { schemaMigrations, type Tables } from "./schema.ts";

/** `applied`: the migrations that ran. `ledger` is its name in messages. */
export async function inspect(
  db: Kysely<Tables>,
  ledger: string,
  applied: readonly string[],
  offered: GivenKeyRing,
): Promise<Omit<Inspected, "clock" | "movedProblem">> {
  const known: readonly string[] = schemaMigrations;
  const missing = known.filter((name) => !applied.includes(name));
  const latest = await db
    .selectFrom("audit_event")
    .select("at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    exists: true,
    missing,
    unknown: applied.filter((name) => !known.includes(name)),
    ringProblem: missing.length > 0 ? undefined : await ringProblem(db, ledger, offered),
    latestEvent: latest?.at,
    lastOf: {
      "backup.created": await lastOf(db, "backup.created"),
      "backup.verified": await lastOf(db, "backup.verified"),
      "keys.rotated": await lastOf(db, "keys.rotated"),
    },
    receivers: await inspectedReceivers(db),
  };
}

async function lastOf(db: Kysely<Tables>, name: InspectedEvent): Promise<number | undefined> {
  const last = await db
    .selectFrom("audit_event")
    .select(["at", "details"])
    .where("name", "=", name)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined || name !== "backup.verified") return last?.at;
  return verifiedUntil(JSON.parse(last.details ?? "{}"));
}

async function ringProblem(
  db: Kysely<Tables>,
  ledger: string,
  offered: GivenKeyRing,
): Promise<string | undefined> {
  try {
    await rejectAnotherRing(db, ledger, offered);
    return undefined;
  } catch (error) {
    if (error instanceof RingMismatch) return error.message;
    throw error;
  }
}
