/**
 * Whether a key ring belongs to the database. The database stores a check value for each key and names the one that
 * encrypts. A ring with other keys, or without a key that a row needs, is rejected before anything is encrypted
 * with it. A new ring is only created for a new database: beside an existing one it would hide that the right
 * ring is missing.
 */
import { type Kysely, sql } from "kysely";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { type GivenKeyRing, LedgerMissing, RingMismatch } from "../given-key-ring.ts";
import type { Tables } from "./schema.ts";
import { isNamed, sealedByOthers, secretsSealedBy } from "./sealed-rows.ts";

export interface KnownKey {
  readonly id: string;
  readonly checkValue: string;
  readonly seals: boolean;
}

export async function knownKeys(db: Kysely<Tables>): Promise<readonly KnownKey[]> {
  const rows = await db.selectFrom("ring_key").selectAll().execute();
  return rows.map((row) => ({
    id: row.id,
    checkValue: row.check_value,
    seals: row.seals === 1,
  }));
}

/** True in the usual case, in which nothing has to be written. */
export function isSettled(
  known: readonly KnownKey[],
  ring: KeyRing,
  { serving }: GivenKeyRing,
): boolean {
  return (
    known.length === ring.keyIds.length &&
    known.every((key) => ring.checks(key.checkValue)) &&
    known.some((key) => key.seals && (!serving || key.id === ring.keyIds[0]))
  );
}

/**
 * Runs in a transaction in which no one else changes the keys. `ledger` is its name in messages. Reads the ring
 * again, because since the first read a rotation may have added a key, or another process may have created it.
 */
export async function checkedRing(
  db: Kysely<Tables>,
  ledger: string,
  offered: GivenKeyRing,
): Promise<KeyRing> {
  const known = await knownKeys(db);
  if (!offered.exists()) await makeRing(db, ledger, known, offered);
  const ring = offered.open();
  for (const id of await rejectUnlessOurs(db, ledger, known, ring, offered)) {
    await db.deleteFrom("ring_key").where("id", "=", id).execute();
  }
  for (const id of ring.keyIds) {
    await db
      .insertInto("ring_key")
      .values({ id, check_value: ring.checkValue(id), seals: 0 })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  if (offered.serving || !known.some((key) => key.seals)) {
    const first = ring.keyIds[0] ?? "";
    await db
      .updateTable("ring_key")
      .set({ seals: sql`case when id = ${first} then 1 else 0 end` })
      .execute();
  }
  return ring;
}

/** Throws `RingMismatch` if `checkedRing` would. Changes nothing. */
export async function rejectAnotherRing(
  db: Kysely<Tables>,
  ledger: string,
  offered: GivenKeyRing,
): Promise<void> {
  const known = await knownKeys(db);
  if (offered.exists()) await rejectUnlessOurs(db, ledger, known, offered.open(), offered);
  else if (await needsRing(db, known)) throw ringMissing(ledger, offered);
}

/** Returns the ids of keys that the database knows but no longer uses. */
async function rejectUnlessOurs(
  db: Kysely<Tables>,
  ledger: string,
  known: readonly KnownKey[],
  ring: KeyRing,
  offered: GivenKeyRing,
): Promise<readonly string[]> {
  if (known.length > 0) return rejectUnlessKnown(db, ledger, known, ring, offered);
  await rejectUnlessItOpens(db, ledger, ring, offered);
  return [];
}

async function makeRing(
  db: Kysely<Tables>,
  ledger: string,
  known: readonly KnownKey[],
  offered: GivenKeyRing,
): Promise<void> {
  if (await needsRing(db, known)) throw ringMissing(ledger, offered);
  offered.make();
}

async function needsRing(db: Kysely<Tables>, known: readonly KnownKey[]): Promise<boolean> {
  return known.length > 0 || (await sealedByOthers(db, [])) !== undefined;
}

/** The ring must decrypt the secrets of a database without check values. */
async function rejectUnlessItOpens(
  db: Kysely<Tables>,
  ledger: string,
  ring: KeyRing,
  offered: GivenKeyRing,
): Promise<void> {
  const missing = await sealedByOthers(db, ring.keyIds);
  if (missing !== undefined) throw keyMissing(ledger, missing, offered);
  for (const id of ring.keyIds) {
    for (const { sealed, identity } of await secretsSealedBy(db, id)) {
      if (!opens(ring, sealed, identity)) throw anotherRing(ledger, offered);
    }
  }
}

function opens(ring: KeyRing, sealed: Uint8Array, identity: string): boolean {
  try {
    ring.open(sealed, identity);
    return true;
  } catch {
    return false;
  }
}

async function rejectUnlessKnown(
  db: Kysely<Tables>,
  ledger: string,
  known: readonly KnownKey[],
  ring: KeyRing,
  offered: GivenKeyRing,
): Promise<readonly string[]> {
  const shared = known.filter((key) => ring.keyIds.includes(key.id));
  if (shared.length === 0 || !shared.every((key) => ring.checks(key.checkValue))) {
    throw anotherRing(ledger, offered);
  }
  const unused: string[] = [];
  for (const { id, seals } of known) {
    if (ring.keyIds.includes(id)) continue;
    // A server may be encrypting with this key before a row names it, so only a server may drop it.
    const inUse = (seals && !offered.serving) || (await isNamed(db, id, offered.now));
    if (inUse) throw keyMissing(ledger, id, offered);
    unused.push(id);
  }
  return unused;
}

/**
 * The error to throw instead of creating a database. A new one, beside an existing ring or where another was
 * served, would hide that the right database is missing. So would one created by a command that only reads.
 */
export function ledgerMissing(
  ledger: string,
  { own, name, begins }: GivenKeyRing,
  ringExists: boolean,
  usedDirectory?: string,
): RingMismatch | LedgerMissing | undefined {
  const hasOwnRing = own && ringExists;
  if (!hasOwnRing && usedDirectory === undefined) {
    return begins ? undefined : noLedgerAt(ledger);
  }
  const [used, instead] = hasOwnRing
    ? [`the key ring ${name} belongs to a different database`, "use a directory without a key ring"]
    : [
        `the data directory ${usedDirectory} was used with a different database`,
        "use a new data directory",
      ];
  return new RingMismatch(
    `the database ${ledger} is missing or empty, and ${used}: restore the database from a backup, or correct its path; to start with an empty database, ${instead}`,
  );
}

function noLedgerAt(ledger: string): LedgerMissing {
  return new LedgerMissing(
    `there is no database ${ledger}: run this command where the service runs, or use the service's settings. For a new service, start it there once (\`countersign serve\`) or run \`countersign migrate\` first`,
  );
}

export function ringMissing(ledger: string, { name }: GivenKeyRing): RingMismatch {
  return new RingMismatch(
    `the key ring ${name} is missing, and only it can decrypt the secrets of the database ${ledger}: restore it from a backup, or use the directory that contains it`,
  );
}

function anotherRing(ledger: string, { name }: GivenKeyRing): RingMismatch {
  return new RingMismatch(
    `the key ring ${name} is not the one that encrypted the database ${ledger}: put the correct ring there, or use the database that belongs to this one`,
  );
}

function keyMissing(ledger: string, keyId: string, { name }: GivenKeyRing): RingMismatch {
  return new RingMismatch(
    `the key ring ${name} has no key ${keyId}, which the database ${ledger} needs: put that key back, after the first, and run \`countersign keys rotate\` before you remove it`,
  );
}
