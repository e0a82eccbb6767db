/**
 * Whether a key ring is the ledger's own. The ledger keeps a check value of each key, and names the one
 * that seals; a ring with other keys, or without one that a row needs, is refused before anything is
 * sealed with it. A new ring is made for a new ledger only: beside an old one it would hide that the
 * right ring is missing.
 */
import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import type { KeyRing } from "../../keys/key-ring.ts";
import { type OfferedRing, RingMismatch } from "../offered-ring.ts";
import type { Tables } from "../sql/schema.ts";
import { isNamed, sealedByOthers, secretsSealedBy } from "../sql/sealed-rows.ts";
import { isNew, withMigrated } from "./migration.ts";

/**
 * Opens the ring of the ledger at `path`, which it migrates. `usedDirectory`: the data directory, where a ledger was
 * served from it before; a ring that the operator gives cannot tell. Throws `RingMismatch`, and what `open` or SQLite
 * throws.
 */
export async function ringOf(
  path: string,
  offered: OfferedRing,
  usedDirectory?: string,
): Promise<KeyRing> {
  // In this order: another process that starts at the same time makes the ledger first, then the ring.
  const ring = offered.exists() ? offered.open() : undefined;
  const missing = ledgerMissing(path, offered, ring !== undefined, usedDirectory);
  return withLedger(path, missing, async (database) => {
    if (ring !== undefined && isSettled(knownKeys(database), ring, offered)) return ring;
    database.exec("begin immediate");
    const checked = await checkedRing(database, path, offered);
    database.exec("commit");
    return checked;
  });
}

/** Migrates the ledger at `path`, and leaves the ring alone; returns the names of the migrations that ran. */
export function migrateBeside(
  path: string,
  offered: OfferedRing,
  usedDirectory?: string,
): Promise<readonly string[]> {
  const missing = ledgerMissing(path, offered, offered.exists(), usedDirectory);
  return withLedger(path, missing, (_database, applied) => applied);
}

/** `missing`: what to throw rather than make a ledger. */
async function withLedger<T>(
  path: string,
  missing: RingMismatch | undefined,
  use: (database: DatabaseSync, applied: readonly string[]) => T | Promise<T>,
): Promise<T> {
  if (missing && !existsSync(path)) throw missing;
  return withMigrated(path, use, (database) => {
    if (missing && isNew(database)) throw missing;
  });
}

interface KnownKey {
  readonly id: string;
  readonly checkValue: string;
  readonly seals: boolean;
}

function knownKeys(database: DatabaseSync): readonly KnownKey[] {
  const rows = database.prepare("select id, check_value, seals from ring_key").all();
  return rows.map((row) => ({
    id: String(row["id"]),
    checkValue: String(row["check_value"]),
    seals: row["seals"] === 1,
  }));
}

/** The usual case: nothing to write. */
function isSettled(known: readonly KnownKey[], ring: KeyRing, { serving }: OfferedRing): boolean {
  return (
    known.length === ring.keyIds.length &&
    known.every((key) => ring.checks(key.checkValue)) &&
    known.some((key) => key.seals && (!serving || key.id === ring.keyIds[0]))
  );
}

/** Reads the ring again: since it was read, a rotation may have added a key to it and to the ledger, or another process made it. */
async function checkedRing(
  database: DatabaseSync,
  path: string,
  offered: OfferedRing,
): Promise<KeyRing> {
  const db = (await import("./kysely-over.ts")).kyselyOver(database);
  const known = knownKeys(database);
  if (!offered.exists()) await makeRing(db, path, known, offered);
  const ring = offered.open();
  if (known.length === 0) await refuseUnlessItOpens(db, path, ring, offered);
  else await refuseUnlessKnown(db, path, known, ring, offered);
  const adding = database.prepare("insert or ignore into ring_key values (?, ?, 0)");
  for (const id of ring.keyIds) adding.run(id, ring.checkValue(id));
  if (offered.serving || !known.some((key) => key.seals)) {
    database.prepare("update ring_key set seals = (id = ?)").run(ring.keyIds[0] ?? "");
  }
  return ring;
}

async function makeRing(
  db: Kysely<Tables>,
  path: string,
  known: readonly KnownKey[],
  offered: OfferedRing,
): Promise<void> {
  if (known.length > 0 || (await sealedByOthers(db, [])) !== undefined) {
    throw new RingMismatch(
      `the key ring ${offered.name} is missing, and only it opens the secrets of the ledger ${path}: put it back from a backup, or name the directory that has it`,
    );
  }
  offered.make();
}

/** For a ledger that has no check values yet: the ring must open what is sealed there. */
async function refuseUnlessItOpens(
  db: Kysely<Tables>,
  path: string,
  ring: KeyRing,
  offered: OfferedRing,
): Promise<void> {
  const missing = await sealedByOthers(db, ring.keyIds);
  if (missing !== undefined) throw keyMissing(path, missing, offered);
  for (const id of ring.keyIds) {
    for (const { sealed, identity } of await secretsSealedBy(db, id)) {
      if (!opens(ring, sealed, identity)) throw anotherRing(path, offered);
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

async function refuseUnlessKnown(
  db: Kysely<Tables>,
  path: string,
  known: readonly KnownKey[],
  ring: KeyRing,
  offered: OfferedRing,
): Promise<void> {
  const shared = known.filter((key) => ring.keyIds.includes(key.id));
  if (shared.length === 0 || !shared.every((key) => ring.checks(key.checkValue))) {
    throw anotherRing(path, offered);
  }
  for (const { id, seals } of known) {
    if (ring.keyIds.includes(id)) continue;
    // A server may be sealing with this key while no row names it yet; only a server may give it up.
    const inUse = (seals && !offered.serving) || (await isNamed(db, id, offered.now));
    if (inUse) throw keyMissing(path, id, offered);
    await db.deleteFrom("ring_key").where("id", "=", id).execute();
  }
}

/** A ledger that is made new, beside a ring of the service's own or where another was served, would hide that the right one is missing. */
function ledgerMissing(
  path: string,
  { own, name }: OfferedRing,
  ringExists: boolean,
  usedDirectory?: string,
): RingMismatch | undefined {
  const hasOwnRing = own && ringExists;
  if (!hasOwnRing && usedDirectory === undefined) return undefined;
  const [used, instead] = hasOwnRing
    ? [`the key ring ${name} is that of another`, "give it a directory without a key ring"]
    : [`the data directory ${usedDirectory} was used with another`, "name a new data directory"];
  return new RingMismatch(
    `the ledger ${path} is missing or empty, and ${used}: put the ledger back from a backup, or name the right one; to begin with an empty ledger, ${instead}`,
  );
}

function anotherRing(path: string, { name }: OfferedRing): RingMismatch {
  return new RingMismatch(
    `the key ring ${name} is not the one that encrypted the ledger ${path}: put the right ring there, or name the ledger that belongs to this one`,
  );
}

function keyMissing(path: string, keyId: string, { name }: OfferedRing): RingMismatch {
  return new RingMismatch(
    `the key ring ${name} has no key ${keyId}, which the ledger ${path} needs: put that key back, behind the first, and run \`countersign keys rotate\` before it is taken out`,
  );
}
