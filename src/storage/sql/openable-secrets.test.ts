import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import { Secret } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { openableSecrets } from "./openable-secrets.ts";
import { requestTokenIdentity, sealedColumns } from "./sealed.ts";

const ring = ringOf("one");

test("a secret of each column is opened, and one that another key sealed is counted by its column", async () => {
  for (const { table, key, column, identity } of sealedColumns) {
    using place = await memoryTables();
    // One of them has two: what both need is one row.
    const needed = table === "application" ? { consumer_secret: sealed(identity(7)) } : {};
    const add = (by: KeyRing) =>
      place.add(table as "application", {
        ...{ [key]: "7", ...needed },
        [column]: by.seal(new Secret("s"), identity(7)),
      });
    add(ring);
    const all = table === "application" && column !== "consumer_secret" ? 2 : 1;
    assert.deepEqual(await openableSecrets(place.db, ring), { opened: all, unopened: new Map() });
    place.empty(table as "application");
    add(ringOf("two"));
    assert.deepEqual(await openableSecrets(place.db, ring), {
      opened: all - 1,
      unopened: new Map([[`${table}.${column}`, 1]]),
    });
  }
});

test("every row is read, also beyond the first part, and one that belongs to another row is not opened", async () => {
  using place = await memoryTables();
  const named = (at: number) => `token ${String(at).padStart(4, "0")}`;
  for (let at = 0; at < 2_001; at += 1) {
    place.add("request_token", {
      token: named(at),
      secret: sealed(requestTokenIdentity(named(at))),
    });
  }
  place.add("request_token", { token: "x", secret: sealed(requestTokenIdentity(named(0))) });
  assert.deepEqual(await openableSecrets(place.db, ring), {
    opened: 2_001,
    unopened: new Map([["request_token.secret", 1]]),
  });
});

function sealed(identity: string): Uint8Array {
  return ring.seal(new Secret("s"), identity);
}

function ringOf(id: string): KeyRing {
  return new KeyRing(() => [{ id, key: Buffer.alloc(32, id) }]);
}
