import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { newTotpSecret, totpAddress, totpStep } from "./totp.ts";

/** RFC 6238, appendix B: the base32 of 12345678901234567890. Its codes have eight digits, ours the last six. */
const secret = new Secret("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
const vectors = [
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
] as const;

test("the codes of RFC 6238's appendix B, each in its own step", () => {
  for (const [seconds, eight] of vectors) {
    assert.equal(totpStep(secret, eight.slice(2), seconds * 1000), Math.floor(seconds / 30));
  }
});

test("one step before and one after are taken, two are not", () => {
  const step = Math.floor(1111111109 / 30);
  const at = (steps: number) => totpStep(secret, "081804", (step + steps) * 30_000 + 15_000);
  assert.deepEqual([-2, -1, 0, 1, 2].map(at), [undefined, step, step, step, undefined]);
});

test("nothing but six digits is a code", () => {
  const now = 59_000;
  assert.equal(totpStep(secret, "287082", now), 1);
  for (const wrong of [
    "",
    "28708",
    "2870822",
    "287083",
    "２８７０８２",
    "28708a",
    "287 082",
    "-87082",
    "94287082",
  ]) {
    assert.equal(totpStep(secret, wrong, now), undefined, wrong);
  }
});

test("a new secret has 160 bits of the source it was given, and is in its address with the names", () => {
  assert.equal(newTotpSecret(() => new Uint8Array(20)).reveal(), "A".repeat(32));
  const one = newTotpSecret(randomBytes);
  assert.match(one.reveal(), /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(randomBytes).reveal(), one.reveal());
  const address = new URL(
    totpAddress(one, { serviceName: "Wetter & Co: Ünï", screenName: "alice" }),
  );
  assert.equal(address.protocol, "otpauth:");
  assert.equal(address.searchParams.get("secret"), one.reveal());
  assert.equal(address.searchParams.get("issuer"), "Wetter & Co: Ünï");
  assert.ok(decodeURIComponent(address.pathname).endsWith(":alice"), address.pathname);
});
