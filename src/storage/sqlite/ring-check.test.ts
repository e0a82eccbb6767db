import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { type KeyMaterial, KeyRing } from "../../tools/keys/key-ring.ts";
import { type GivenKeyRing, RingMismatch } from "../given-key-ring.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { requestTokenIdentity } from "../sql/sealed.ts";
import { migrateBeside, ringOf } from "./ring-check.ts";

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
function offered(...readings: (readonly KeyMaterial[])[]): GivenKeyRing {
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

/** Takes the encrypted secret, the digest of its verifier and the expiry. */
const insertRequestToken = `
  insert into request_token
    (token, secret, application_id, callback, access, request_email, canceled, wrong_tries, verifier_digest, expires_at)
  values ('token', ?, 1, 'oob', 'read', 0, 0, 0, ?, ?)`;

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
  await ringOf(place.path, offered([one, three]));
  await ringOf(place.path, offered([one]));
  using database = new DatabaseSync(place.path);
  const kept = database.prepare("select id, seals from ring_key").all();
  assert.deepEqual(
    kept.map(({ id, seals }) => [id, seals]),
    [["one", 1]],
    "what one command brought and another did not, and no other",
  );
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
        .prepare(insertRequestToken)
        .run(
          ring.seal(new Secret("s"), identity),
          named === "pin" ? ring.digest({ purpose: "pin", value: "1" }, "two") : null,
          100,
        );
    }
    await assert.rejects(ringOf(place.path, { ...offered([one]), now: 99 }), /has no key two/);
    await ringOf(place.path, { ...offered([one]), now: 100 });
  }
});

/** A key ring that does not exist until it is created. */
function missing(keys: readonly KeyMaterial[]): GivenKeyRing & { readonly made: () => number } {
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
  database.prepare(insertRequestToken).run(sealed, null, 9);
}

function forgetKeys(path: string): void {
  using database = new DatabaseSync(path);
  database.exec("delete from ring_key");
}

test("a ring that is missing is made for a database without secrets, and for no other", async () => {
  using place = scratch();
  const first = missing([one]);
  const ring = await ringOf(place.path, first);
  assert.equal(first.made(), 1);
  const again = missing([one]);
  await assert.rejects(ringOf(place.path, again), /ring is missing.*restore it from a backup/);
  seal(place.path, ring);
  forgetKeys(place.path);
  await assert.rejects(ringOf(place.path, again), /ring is missing/);
  assert.equal(again.made(), 0);
});

test("a database without check values learns them from a ring that opens its secrets, and from no other", async () => {
  using place = scratch();
  seal(place.path, await ringOf(place.path, offered([one])));
  forgetKeys(place.path);
  await assert.rejects(ringOf(place.path, offered([two])), /has no key one/);
  await assert.rejects(ringOf(place.path, offered([keyNamed("one", 9)])), /is not the one/);
  await ringOf(place.path, offered([two, one]));
  await assert.rejects(ringOf(place.path, offered([two, keyNamed("one", 9)])), /is not the one/);
});

test("no ledger: only who begins makes one, and no one beside a ring or a directory that were used", async () => {
  using place = scratch();
  const { path } = place;
  const used = "/a/data/directory";
  const missing = `the database ${path} is missing or empty, and`;
  const back = "restore the database from a backup, or correct its path; to start with an empty";
  const reading = { ...offered([one]), begins: false };
  const ownRing = { ...offered([one]), own: true };
  for (const [ring, directory, message] of [
    [
      reading,
      undefined,
      `there is no database ${path}: run this command where the service runs, or use the service's settings. For a new service, start it there once (\`countersign serve\`) or run \`countersign migrate\` first`,
    ],
    [
      { ...reading, own: true, exists: () => false },
      undefined,
      `there is no database ${path}: run this command where the service runs, or use the service's settings. For a new service, start it there once (\`countersign serve\`) or run \`countersign migrate\` first`,
    ],
    [
      ownRing,
      undefined,
      `${missing} the key ring ring belongs to a different database: ${back} database, use a directory without a key ring`,
    ],
    [
      ownRing,
      used,
      `${missing} the key ring ring belongs to a different database: ${back} database, use a directory without a key ring`,
    ],
    [
      offered([one]),
      used,
      `${missing} the data directory ${used} was used with a different database: ${back} database, use a new data directory`,
    ],
  ] as const) {
    for (const open of [ringOf, migrateBeside]) {
      await assert.rejects(open(path, ring, directory), { message });
      assert.equal(existsSync(path), false);
      writeFileSync(path, "");
      await assert.rejects(open(path, ring, directory), { message });
      using database = new DatabaseSync(path);
      assert.deepEqual(database.prepare("select name from sqlite_schema").all(), []);
      for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
    }
  }
  assert.deepEqual(await migrateBeside(path, offered([one])), schemaMigrations);
  for (const ring of [reading, ownRing]) {
    assert.deepEqual((await ringOf(path, ring, used)).keyIds, ["one"]);
    assert.deepEqual(await migrateBeside(path, ring, used), []);
  }
});

test("each rejection says which ring and database, and what to do; a look rejects as a start does", async () => {
  using place = scratch();
  const { path } = place;
  await ringOf(path, offered([two, one]));
  const none = { ...offered(), exists: () => false };
  for (const [ring, message] of [
    [
      none,
      `the key ring ring is missing, and only it can decrypt the secrets of the database ${path}: restore it from a backup, or use the directory that contains it`,
    ],
    [
      offered([three]),
      `the key ring ring is not the one that encrypted the database ${path}: put the correct ring there, or use the database that belongs to this one`,
    ],
    [
      offered([one]),
      `the key ring ring has no key two, which the database ${path} needs: put that key back, after the first, and run \`countersign keys rotate\` before you remove it`,
    ],
  ] as const) {
    for (const open of [ringOf, migrateBeside]) await assert.rejects(open(path, ring), { message });
  }
  forgetKeys(path);
  await migrateBeside(path, none);
  seal(path, new KeyRing(() => [two]));
  for (const open of [ringOf, migrateBeside]) {
    await assert.rejects(open(path, none), /ring is missing/);
    await assert.rejects(open(path, offered([one])), /has no key two/);
    await assert.rejects(open(path, offered([keyNamed("two", 9)])), /is not the one/);
  }
  assert.deepEqual(rows(path), [], "nothing is learned from a ring that is rejected");
  await migrateBeside(path, offered([one, two]));
  assert.deepEqual(rows(path), [], "or from a look");
});

test("a start with the ring that the database knows writes nothing", async () => {
  using place = scratch();
  await ringOf(place.path, offered([one, two]));
  using database = new DatabaseSync(place.path);
  database.exec("begin immediate");
  assert.deepEqual((await ringOf(place.path, offered([one, two]))).keyIds, ["one", "two"]);
  assert.deepEqual((await ringOf(place.path, offered([two, one]))).keyIds, ["two", "one"]);
  const serving = { ...offered([one, two]), serving: true };
  assert.deepEqual((await ringOf(place.path, serving)).keyIds, ["one", "two"]);
});

test("keys come to the database with a ring, and those that nothing needs go; the others stay as they are", async () => {
  using place = scratch();
  const { path } = place;
  await ringOf(path, offered([one]));
  const [first] = rows(path);
  await ringOf(path, offered([one, two, three]));
  assert.deepEqual(rows(path).map(textOf), ["one seals", "three", "two"]);
  assert.deepEqual(rows(path)[0], first);
  await ringOf(path, offered([three, one]));
  assert.deepEqual(rows(path).map(textOf), ["one seals", "three"]);
  await ringOf(path, { ...offered([three, one]), serving: true });
  assert.deepEqual(rows(path).map(textOf), ["one", "three seals"]);
  seal(path, new KeyRing(() => [one]));
  await assert.rejects(ringOf(path, { ...offered([three]), serving: true }), /has no key one/);
  assert.deepEqual(rows(path).map(textOf), ["one", "three seals"]);
});

function rows(path: string) {
  using database = new DatabaseSync(path);
  return database.prepare("select * from ring_key order by id").all();
}

function textOf({ id, seals }: Readonly<Record<string, unknown>>): string {
  return seals === 1 ? `${id} seals` : String(id);
}

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
