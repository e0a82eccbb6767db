import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { type KeyMaterial, KeyRing } from "./key-ring.ts";

const one: KeyMaterial = { id: "one", key: randomBytes(32) };
const two: KeyMaterial = { id: "two", key: randomBytes(32) };

test("what is sealed opens for its own row only, and is never the same twice", () => {
  const ring = new KeyRing(() => [one]);
  const sealed = ring.seal(new Secret("canary"), "row 1");
  assert.equal(ring.open(sealed, "row 1").reveal(), "canary");
  assert.throws(() => ring.open(sealed, "row 2"));
  assert.throws(() => ring.open(sealed, ""));
  assert.notDeepEqual(ring.seal(new Secret("canary"), "row 1"), sealed);
  assert.ok(!Buffer.from(sealed).includes("canary"));
  for (const text of ["", "é😀\0", "x".repeat(10_000)]) {
    assert.equal(ring.open(ring.seal(new Secret(text), "r"), "r").reveal(), text);
  }
});

test("every altered byte, every shorter and every longer form is rejected", () => {
  const ring = new KeyRing(() => [one]);
  const sealed = Buffer.from(ring.seal(new Secret("canary"), "row"));
  for (let at = 0; at < sealed.length; at += 1) {
    for (const bit of [1, 128]) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(at) ^ bit, at);
      assert.throws(() => ring.open(altered, "row"), `byte ${at}`);
    }
    assert.throws(() => ring.open(sealed.subarray(0, at), "row"), `${at} bytes`);
  }
  assert.throws(() => ring.open(Buffer.concat([sealed, Buffer.from([0])]), "row"));
});

test("the first key seals, every key opens; a key that was added is found when its id turns up", () => {
  let keys = [one];
  let reads = 0;
  const running = new KeyRing(() => {
    reads += 1;
    return keys;
  });
  const old = running.seal(new Secret("old"), "row");
  keys = [two, one];
  const rotated = new KeyRing(() => keys);
  const fresh = rotated.seal(new Secret("new"), "row");
  assert.equal(KeyRing.keyIdOf(fresh), "two");
  assert.equal(rotated.open(old, "row").reveal(), "old");
  assert.equal(running.sealingKeyId, "one");
  assert.equal(running.open(fresh, "row").reveal(), "new");
  assert.equal(running.sealingKeyId, "two", "from now on it seals with it too");
  assert.equal(reads, 2, "known ids are not looked up again");

  keys = [two];
  const without = new KeyRing(() => keys);
  assert.throws(() => without.open(old, "row"), /no key "one"/);
});

test("a digest matches for its purpose and value, under any key of the ring", () => {
  const ring = new KeyRing(() => [one]);
  const digest = ring.digest({ purpose: "pin", value: "1234567" });
  assert.match(digest, /^one\.[A-Za-z0-9_-]{43}$/);
  const rotated = new KeyRing(() => [two, one]);
  assert.ok(rotated.digestMatches({ purpose: "pin", value: "1234567" }, digest));
  assert.notEqual(rotated.digest({ purpose: "pin", value: "1234567" }), digest);
  for (const [purpose, value, presented] of [
    ["csrf", "1234567", digest],
    ["pin", "1234568", digest],
    ["pin\0", "1234567", digest],
    ["pi", "n\x001234567", digest],
    ["pin", "1234567", `${digest}x`],
    ["pin", "1234567", digest.slice(0, -1)],
    ["pin", "1234567", digest.replace("one", "two")],
    ["pin", "1234567", digest.replace("one", "unknown")],
    ["pin", "1234567", ""],
    ["pin", "1234567", "."],
    ["pin", "1234567", `${digest}é`],
  ] as const) {
    assert.equal(rotated.digestMatches({ purpose, value }, presented), false, presented);
  }
  const other = new KeyRing(() => [{ id: "one", key: randomBytes(32) }]);
  assert.equal(other.digestMatches({ purpose: "pin", value: "1234567" }, digest), false);
});

test("an empty ring seals nothing", () => {
  const ring = new KeyRing(() => []);
  assert.throws(() => ring.seal(new Secret("x"), "row"), /empty/);
});

test("what older versions sealed opens, and their digests match: the same keys are derived for the same uses", () => {
  const ring = new KeyRing(() => [{ id: "k1", key: Buffer.alloc(32, 1) }]);
  const sealed = Buffer.from("AmsxaAwjDya6NNu9cBxZMj4qKREMW0kqiM5a7gHMlZrXTVCnxg==", "base64");
  assert.equal(ring.open(sealed, "row 1").reveal(), "canary");
  assert.equal(
    ring.digest({ purpose: "pin", value: "value" }),
    "k1.Nou4e68FMjpY4bU7Z3DexaRyEeqFE_QVO9ltcW9kZSE",
  );
  assert.ok(ring.checks("k1.tz_Pj0IwYrDqXmpe5e0UyDj0NoeOAobdfzXiZRf-jkE"));
});

test("the key id that a sealed secret or a digest names", () => {
  const ring = new KeyRing(() => [one]);
  assert.equal(KeyRing.keyIdOf(ring.seal(new Secret("x"), "row")), "one");
  assert.equal(KeyRing.keyIdOf(ring.digest({ purpose: "use", value: "value" })), "one");
  assert.equal(KeyRing.keyIdOf("no dot"), "no dot");
});

test("a key that the ring has is found without asking its source again", () => {
  let reads = 0;
  const ring = new KeyRing(() => {
    reads += 1;
    return [one];
  });
  for (let times = 0; times < 3; times += 1) {
    ring.open(ring.seal(new Secret("x"), "row"), "row");
    assert.ok(
      ring.digestMatches(
        { purpose: "use", value: "value" },
        ring.digest({ purpose: "use", value: "value" }),
      ),
    );
  }
  assert.equal(reads, 1);
});

test("the database chooses the key that seals; a chosen key that the ring does not know yet is looked for", () => {
  let keys = [one];
  const ring = new KeyRing(() => keys);
  assert.throws(() => ring.sealWith("two"), /no key "two"/);
  assert.equal(ring.sealingKeyId, "one");
  keys = [two, one];
  ring.sealWith("one");
  assert.equal(KeyRing.keyIdOf(ring.seal(new Secret("x"), "row")), "one");
  ring.sealWith("two");
  assert.equal(KeyRing.keyIdOf(ring.seal(new Secret("x"), "row")), "two");
  assert.equal(KeyRing.keyIdOf(ring.digest({ purpose: "pin", value: "1" })), "two");
  ring.sealWith("one");
  assert.equal(ring.sealingKeyId, "one", "also where it is not the first");
  ring.sealWith(undefined);
  assert.equal(ring.sealingKeyId, "two");
  assert.deepEqual(ring.keyIds, ["two", "one"]);
});

test("a ring for one transaction seals with its own key, and the ring that it comes from has found that key too", () => {
  let keys = [one];
  let reads = 0;
  const ring = new KeyRing(() => {
    reads += 1;
    return keys;
  });
  assert.equal(ring.sealingWith(undefined).sealingKeyId, "one");
  assert.equal(reads, 1);
  keys = [two, one];
  for (const keyId of ["two", "one", "two"]) {
    assert.equal(ring.sealingWith(keyId).sealingKeyId, keyId);
  }
  assert.equal(reads, 2);
  assert.deepEqual(ring.keyIds, ["two", "one"]);
  assert.throws(() => ring.sealingWith("three"), /no key "three"/);
});

test("a check value is made by its own key alone, and is no digest of any other purpose", () => {
  const ring = new KeyRing(() => [one, two]);
  const value = ring.checkValue("two");
  assert.equal(KeyRing.keyIdOf(value), "two");
  assert.ok(new KeyRing(() => [two]).checks(value));
  assert.equal(new KeyRing(() => [{ id: "two", key: randomBytes(32) }]).checks(value), false);
  assert.equal(new KeyRing(() => [one]).checks(value), false);
  assert.equal(ring.checks(ring.digest({ purpose: "pin", value: "two" }, "two")), false);
});
