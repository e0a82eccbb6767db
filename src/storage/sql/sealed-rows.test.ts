import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import { Secret } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { sealedColumns } from "./sealed.ts";
import { isNamed, sealedByOthers, secretsSealedBy } from "./sealed-rows.ts";

const now = 100;
/** Ids that begin alike. */
const ids = ["k", "ke", "key"];

test("a key is found in whatever column it sealed, and no other in its place", async () => {
  for (const { table, key, column, identity } of sealedColumns) {
    using place = await memoryTables();
    const ring = ringOf("ke");
    const sealed = ring.seal(new Secret("s"), identity(7));
    // One of them has two: what both need is one row.
    const needed = table === "application" ? { consumer_secret: sealed } : {};
    place.add(table as "application", {
      [key]: "7",
      ...needed,
      [column]: sealed,
      ...expiring(table, 101),
    });
    assert.equal(await sealedByOthers(place.db, []), "ke", column);
    assert.equal(await sealedByOthers(place.db, ["k", "key"]), "ke");
    assert.equal(await sealedByOthers(place.db, ids), undefined);
    for (const id of ids) {
      assert.equal(await isNamed(place.db, id, now), id === "ke", `${table}.${column} ${id}`);
      const found = await secretsSealedBy(place.db, id);
      assert.equal(found.length > 0, id === "ke");
      for (const one of found) assert.equal(ring.open(one.sealed, one.identity).reveal(), "s");
    }
  }
});

test("a request token counts until it expires, and by the digest of its PIN as well", async () => {
  for (const [token, expiresAt, counts] of [
    ["by secret", 101, true],
    ["by secret", 100, false],
    ["by PIN", 101, true],
    ["by PIN", 100, false],
  ] as const) {
    using place = await memoryTables();
    const [sealer, digester] = token === "by PIN" ? ["k", "ke"] : ["ke", "k"];
    place.add("request_token", {
      ...{ token, expires_at: expiresAt },
      secret: ringOf(sealer).seal(new Secret("s"), "any"),
      verifier_digest: ringOf(digester).digest({ purpose: "pin", value: "1" }),
    });
    assert.equal(await isNamed(place.db, "ke", now), counts, `${token} until ${expiresAt}`);
    assert.equal(await isNamed(place.db, "key", now), false);
  }
});

function expiring(table: string, at: number) {
  return table === "request_token" ? { expires_at: at } : {};
}

function ringOf(id: string): KeyRing {
  return new KeyRing(() => [{ id, key: Buffer.alloc(32, 1) }]);
}
