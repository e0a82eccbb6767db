/** Fills a ledger with many sealed secrets, and tells whether the given ring opens all of them. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Secret } from "../../src/domain/credentials.ts";
import { accessTokenIdentity, sealedColumns } from "../../src/storage/sql/sealed.ts";
import { KeyRing } from "../../src/tools/keys/key-ring.ts";
import { keySource } from "../../src/tools/keys/key-sources.ts";

/** Writes access tokens of users who do not exist into the data directory's ledger, sealed with its ring. */
export function addSecrets(dataDir: string, count: number): void {
  const ring = new KeyRing(keySource({ file: join(dataDir, "keys") }));
  using database = openLedger(dataDir);
  const [application] = database.prepare("select id from application").all();
  const add = database.prepare(
    "insert into access_token values (?, ?, ?, ?, 'read', 0, 1, null, null, null, null)",
  );
  database.exec("begin");
  for (let at = 1; at <= count; at += 1) {
    const token = `${at}-${randomBytes(20).toString("hex")}`;
    const sealed = ring.seal(new Secret(`secret ${at}`), accessTokenIdentity(token));
    add.run(token, sealed, application?.["id"] ?? 0, at);
  }
  database.exec("commit");
}

/** The number of secrets that each key has sealed. Throws if the ring cannot open one of them. */
export function secretsByKey(dataDir: string): ReadonlyMap<string, number> {
  const ring = new KeyRing(keySource({ file: join(dataDir, "keys") }));
  return countedByKey(dataDir, (sealed, identity) => void ring.open(sealed, identity));
}

/** The same without opening them: cheap enough to call repeatedly while a rotation runs. */
export function sealedByKey(dataDir: string): ReadonlyMap<string, number> {
  return countedByKey(dataDir, () => {});
}

function countedByKey(
  dataDir: string,
  look: (sealed: Uint8Array, identity: string) => void,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  using database = openLedger(dataDir);
  for (const { table, key, column, identity } of sealedColumns) {
    const rows = database.prepare(
      `select ${key} as key, ${column} as sealed from ${table} where ${column} is not null`,
    );
    for (const row of rows.iterate()) {
      const sealed = row["sealed"] as Uint8Array;
      look(sealed, identity(String(row["key"])));
      const keyId = KeyRing.keyIdOf(sealed);
      counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
    }
  }
  return counts;
}

function openLedger(dataDir: string): DatabaseSync {
  const path = join(dataDir, "countersign.db");
  return new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: 4000 });
}
