import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import { Secret } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { nextToReseal, reseal } from "./reseal.ts";
import { requestTokenIdentity, sealedColumns } from "./sealed.ts";

/** One with the longest id that there may be. */
const [one, two] = [keyNamed("one", 1), keyNamed("k".repeat(32), 2)];
const [before, after] = [new KeyRing(() => [one, two]), new KeyRing(() => [two, one])];

const column = sealedColumns.findIndex(({ table }) => table === "request_token");
const previousSecrets = sealedColumns.findIndex((each) => each.column === "previous_secret");
const end = sealedColumns.length;

test("a step seals a hundred rows at most, each for its own row, and says where the next begins", async () => {
  using place = await placeOf();
  const transaction = { db: place.db, keys: after, events: [], slot: 0 };
  place.seal(1, 150, (at) => (at % 3 === 0 ? before : after));
  assert.deepEqual(await reseal(transaction, { column }), {
    resealed: 33,
    next: { column, after: named(100) },
  });
  assert.equal(await place.sealedBy("one"), 17);
  assert.deepEqual(await reseal(transaction, { column, after: named(100) }), {
    resealed: 17,
    next: { column, after: named(150) },
  });
  assert.equal(await place.sealedBy("one"), 0);
  assert.equal(await place.sealedBy(two.id), 150);
  assert.deepEqual(await reseal(transaction, { column, after: named(150) }), {
    resealed: 0,
    next: { column: column + 1 },
  });
  assert.deepEqual(await reseal(transaction, { column: end }), { resealed: 0, next: undefined });
});

test("a row without a secret has nothing to seal, and does not end the walk", async () => {
  using place = await placeOf();
  for (const id of [1, 2]) place.add("application", { id, consumer_key: `key ${id}` });
  const transaction = { db: place.db, keys: after, events: [], slot: 0 };
  assert.deepEqual(await reseal(transaction, { column: previousSecrets }), {
    resealed: 0,
    next: { column: previousSecrets, after: 2 },
  });
  assert.deepEqual(await nextToReseal(place.db, after, { column: previousSecrets }), {
    from: { column: previousSecrets + 1 },
    isFound: false,
  });
});

test("the next step begins behind the last row before one that another key sealed", async () => {
  using place = await placeOf();
  const next = (position: object = {}) => nextToReseal(place.db, after, { column, ...position });
  const nothing = { from: { column: column + 1 }, isFound: false };
  assert.deepEqual(await next(), nothing, "no rows");
  place.seal(1, 1, () => before);
  assert.deepEqual(await next(), { from: { column }, isFound: true }, "the first row");
  assert.deepEqual(await next({ after: named(1) }), nothing);
  place.seal(2, 99, () => after);
  place.seal(100, 100, () => before);
  assert.deepEqual(await next({ after: named(1) }), {
    from: { column, after: named(99) },
    isFound: true,
  });
  place.seal(101, 10_200, () => after);
  assert.deepEqual(await next({ after: named(100) }), {
    from: { column, after: named(10_200) },
    isFound: false,
  });
  place.seal(10_201, 10_201, () => before);
  assert.deepEqual(
    await next({ after: named(100) }),
    {
      from: { column, after: named(10_200) },
      isFound: false,
    },
    "a call looks at so many rows",
  );
  assert.deepEqual(await next({ after: named(101) }), {
    from: { column, after: named(10_200) },
    isFound: true,
  });
  assert.deepEqual(await next({ column: end }), { from: undefined, isFound: false });
});

test("the key that the database names seals, and the first of the ring where it names none", async () => {
  using place = await placeOf();
  place.seal(1, 1, () => before);
  const next = () => nextToReseal(place.db, after, { column });
  assert.equal((await next()).isFound, true);
  place.add("ring_key", { id: "one", seals: 1 });
  assert.equal((await next()).isFound, false);
});

function keyNamed(id: string, byte: number) {
  return { id, key: Buffer.alloc(32, byte) };
}

/** In the order of their numbers. */
function named(at: number): string {
  return `token ${String(at).padStart(6, "0")}`;
}

/** Request tokens by number, each sealed by a ring. */
async function placeOf() {
  const tables = await memoryTables();
  return {
    ...tables,
    seal(from: number, to: number, ringOf: (at: number) => KeyRing) {
      for (let at = from; at <= to; at += 1) {
        const token = named(at);
        const secret = ringOf(at).seal(new Secret(token), requestTokenIdentity(token));
        tables.add("request_token", { token, secret });
      }
    },
    /** How many a key sealed, each of which opens. */
    async sealedBy(keyId: string) {
      const rows = await tables.db.selectFrom("request_token").selectAll().execute();
      for (const { token, secret } of rows) {
        assert.equal(after.open(secret, requestTokenIdentity(token)).reveal(), token);
      }
      return rows.filter(({ secret }) => KeyRing.keyIdOf(secret) === keyId).length;
    },
  };
}
