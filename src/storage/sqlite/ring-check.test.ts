import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { type KeyMaterial, KeyRing } from "../../keys/key-ring.ts";
import { type OfferedRing, RingMismatch } from "../offered-ring.ts";
import { requestTokenIdentity } from "../sql/sealed.ts";
import { ringOf } from "./ring-check.ts";

const [one, two, three] = [keyNamed("one", 1), keyNamed("two", 2), keyNamed("three", 3)];

function keyNamed(id: string, byte: number): KeyMaterial {
  return { id, key: Buffer.alloc(32, byte) };
}

function scratch(): Disposable & { path: string } {
  const directory = mkdtempSync(join(tmpdir(), "countersign-ring-"));
  return {
    path: join(directory, "ledger.db"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** A key ring that returns each of these readings in turn, and then always the last one. */
function offered(...readings: (readonly KeyMaterial[])[]): OfferedRing {
  let reads = 0;
  return {
    name: "ring",
    own: false,
    exists: () => true,
    make: () => assert.fail("no ring is made"),
    open() {
      const keys = readings[Math.min(reads, readings.length - 1)] ?? [];
      reads += 1;
      return new KeyRing(() => keys);
    },
    serving: false,
    begins: true,
    now: 1,
  };
}

test("a rotation that ends while another process starts does not make its ring look wrong", async () => {
  using place = scratch();
  await ringOf(place.path, { ...offered([two, one]), serving: true });
  const ring = await ringOf(place.path, offered([one], [two, one]));
  assert.deepEqual(ring.keyIds, ["two", "one"]);
  await assert.rejects(ringOf(place.path, offered([one])), RingMismatch);
});

test("a server gives up a key that seals nothing yet; a command does not, nor takes a ring with no key in common", async () => {
  using place = scratch();
  await ringOf(place.path, { ...offered([two, one]), serving: true });
  await assert.rejects(ringOf(place.path, offered([one])), /has no key two/);
  await assert.rejects(
    ringOf(place.path, { ...offered([three]), serving: true }),
    /is not the one that encrypted/,
  );
  await ringOf(place.path, { ...offered([one]), serving: true });
  assert.deepEqual((await ringOf(place.path, offered([one]))).keyIds, ["one"]);
});

test("the same id with another key is another ring, also behind a key that is known", async () => {
  using place = scratch();
  await ringOf(place.path, offered([two, one]));
  const wrong = keyNamed("one", 9);
  await assert.rejects(ringOf(place.path, offered([two, wrong])), RingMismatch);
});

test("a key is missed while a request token that has not expired names it, by its secret or by its PIN", async () => {
  for (const named of ["secret", "pin"]) {
    using place = scratch();
    const ring = await ringOf(place.path, offered([one, two]));
    {
      using database = new DatabaseSync(place.path, { enableForeignKeyConstraints: false });
      const identity = requestTokenIdentity("token");
      ring.sealWith(named === "secret" ? "two" : "one");
      database
        .prepare(
          "insert into request_token values ('token', ?, 1, 'oob', 'read', 0, 100, null, 0, ?, 0)",
        )
        .run(
          ring.seal(new Secret("s"), identity),
          named === "pin" ? ring.digest({ purpose: "pin", value: "1" }, "two") : null,
        );
    }
    await assert.rejects(ringOf(place.path, { ...offered([one]), now: 99 }), /has no key two/);
    await ringOf(place.path, { ...offered([one]), now: 100 });
  }
});

/** A key ring that does not exist until it is created. */
function missing(keys: readonly KeyMaterial[]): OfferedRing & { readonly made: () => number } {
  let made = 0;
  return {
    ...offered(keys),
    exists: () => made > 0,
    make() {
      made += 1;
    },
    made: () => made,
  };
}

function seal(path: string, ring: KeyRing): void {
  using database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  const sealed = ring.seal(new Secret("s"), requestTokenIdentity("token"));
  database
    .prepare(
      "insert into request_token values ('token', ?, 1, 'oob', 'read', 0, 9, null, 0, null, 0)",
    )
    .run(sealed);
}

function forgetKeys(path: string): void {
  using database = new DatabaseSync(path);
  database.exec("delete from ring_key");
}

test("a ring that is missing is made for a ledger without secrets, and for no other", async () => {
  using place = scratch();
  const first = missing([one]);
  const ring = await ringOf(place.path, first);
  assert.equal(first.made(), 1);
  const again = missing([one]);
  await assert.rejects(ringOf(place.path, again), /ring is missing.*put it back from a backup/);
  seal(place.path, ring);
  forgetKeys(place.path);
  await assert.rejects(ringOf(place.path, again), /ring is missing/);
  assert.equal(again.made(), 0);
});

test("a ledger without check values learns them from a ring that opens its secrets, and from no other", async () => {
  using place = scratch();
  seal(place.path, await ringOf(place.path, offered([one])));
  forgetKeys(place.path);
  await assert.rejects(ringOf(place.path, offered([two])), /has no key one/);
  await assert.rejects(ringOf(place.path, offered([keyNamed("one", 9)])), /is not the one/);
  await ringOf(place.path, offered([two, one]));
  await assert.rejects(ringOf(place.path, offered([two, keyNamed("one", 9)])), /is not the one/);
});

test("a server seals with the first key of its ring from its start on; a command leaves the choice as it is", async () => {
  using place = scratch();
  const sealing = () => {
    using database = new DatabaseSync(place.path);
    return database
      .prepare("select id from ring_key where seals = 1")
      .all()
      .map(({ id }) => id);
  };
  await ringOf(place.path, offered([one, two]));
  assert.deepEqual(sealing(), ["one"], "the first that there is");
  await ringOf(place.path, offered([two, one]));
  assert.deepEqual(sealing(), ["one"]);
  await ringOf(place.path, { ...offered([two, one]), serving: true });
  assert.deepEqual(sealing(), ["two"]);
});
