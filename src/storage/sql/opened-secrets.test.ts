import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { suite, test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { secretOpener } from "./opened-secrets.ts";

const identity = (key: string) => `row ${key}`;

function countedRing() {
  const ring = new KeyRing(() => [{ id: "one", key: randomBytes(32) }]);
  let decryptions = 0;
  return {
    seal: (text: string, key: string) =>
      Buffer.from(ring.seal(new Secret(text), identity(key))).toString("hex"),
    open(sealed: Uint8Array, of: string) {
      decryptions += 1;
      return ring.open(sealed, of);
    },
    decryptions: () => decryptions,
  };
}

suite("opened secrets", () => {
  test("the same ciphertext is opened once", () => {
    const ring = countedRing();
    const open = secretOpener(ring, identity, 10);
    const sealed = ring.seal("abc", "1");
    assert.equal(open("1", sealed).reveal(), "abc");
    assert.equal(open("1", `${sealed}`).reveal(), "abc");
    assert.equal(ring.decryptions(), 1);
  });

  test("a ciphertext that changed is opened again, and the old one gives nothing away", () => {
    const ring = countedRing();
    const open = secretOpener(ring, identity, 10);
    open("1", ring.seal("abc", "1"));
    assert.equal(open("1", ring.seal("def", "1")).reveal(), "def");
    assert.throws(() => open("2", ring.seal("abc", "1")));
  });

  test("a secret in use stays, however many others come by; no more than `most` are kept", () => {
    const ring = countedRing();
    const open = secretOpener(ring, identity, 10);
    const sealed = ring.seal("kept", "kept");
    open("kept", sealed);
    const others = Array.from({ length: 100 }, (_, at) => String(at));
    const sealedOthers = others.map((one) => ring.seal(one, one));
    others.forEach((one, at) => {
      open(one, sealedOthers[at] ?? sealed);
      if (at % 3 === 0) open("kept", sealed);
    });
    assert.equal(ring.decryptions(), 1 + others.length);
    others.toReversed().forEach((one, at) => {
      open(one, sealedOthers[99 - at] ?? sealed);
    });
    assert.ok(ring.decryptions() >= 1 + others.length + 90, `${ring.decryptions()}`);
  });

  test("the first of eleven is not kept where ten are the most", () => {
    const ring = countedRing();
    const open = secretOpener(ring, identity, 10);
    const all = Array.from({ length: 11 }, (_, at) => String(at));
    const sealed = new Map(all.map((one) => [one, ring.seal(one, one)]));
    for (const one of [...all, "0"]) open(one, sealed.get(one) ?? "");
    assert.equal(ring.decryptions(), 12);
  });

  test("at least half of `most` are kept, those that were used last", () => {
    const ring = countedRing();
    const open = secretOpener(ring, identity, 10);
    const all = Array.from({ length: 16 }, (_, at) => String(at));
    const sealed = new Map(all.map((one) => [one, ring.seal(one, one)]));
    for (const one of all) open(one, sealed.get(one) ?? "");
    for (const one of all.slice(-5)) open(one, sealed.get(one) ?? "");
    assert.equal(ring.decryptions(), all.length);
  });
});
