import assert from "node:assert/strict";
import { argon2Sync, pbkdf2Sync } from "node:crypto";
import { test } from "node:test";
import { isImported, keptHash, verifyImported, withoutMark } from "./imported-hash.ts";
import { createPasswords, hashPassword } from "./passwords.ts";

const by = { network: "203.0.113.1" };
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
const ofHex = (hex: string) => base64(Buffer.from(hex, "hex"));

/** The vectors are published, in the formats of other systems. */
const vectors: readonly (readonly [source: string, password: string, hash: string])[] = [
  [
    "RFC 7914 §12, scrypt",
    "password",
    `$scrypt$ln=10,r=8,p=16$${base64(Buffer.from("NaCl"))}$${ofHex(
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
    )}`,
  ],
  [
    "RFC 7914 §11, PBKDF2-HMAC-SHA256, as passlib writes it",
    "passwd",
    `$pbkdf2-sha256$1$${base64(Buffer.from("salt"))}$${ofHex(
      "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
    )}`.replaceAll("+", "."),
  ],
  [
    "RFC 6070, PBKDF2-HMAC-SHA1, as a PHC string",
    "password",
    `$pbkdf2-sha1$i=4096,l=20$${base64(Buffer.from("salt"))}$${ofHex("4b007901b765489abead49d926f721d065a429c1")}`,
  ],
  ["jBCrypt", "abc", "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"],
  [
    "jBCrypt, as PHP writes it",
    "abcdefghijklmnopqrstuvwxyz",
    "$2y$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC",
  ],
];

test("hashes of other systems verify, in the queue that every password waits in", async () => {
  const passwords = createPasswords();
  for (const [source, password, hash] of vectors) {
    const result = keptHash(hash);
    assert.ok("passwordHash" in result, `${source}: ${JSON.stringify(result)}`);
    assert.equal(isImported(result.passwordHash), true);
    assert.equal(withoutMark(result.passwordHash), hash);
    assert.equal(await passwords.verify(password, result.passwordHash, by), true, source);
    for (const wrong of ["", `${password}x`, password.toUpperCase()]) {
      assert.equal(
        await passwords.verify(wrong, result.passwordHash, by),
        false,
        `${source}: ${wrong}`,
      );
    }
  }
});

test("Django's PBKDF2 has its salt as a text; argon2id may have any costs within the bounds", async () => {
  const django = pbkdf2Sync("alice's", "seasalt", 1000, 32, "sha256").toString("base64");
  const costs = { memory: 1024, passes: 3, parallelism: 4, tagLength: 24 };
  const nonce = Buffer.alloc(12, 3);
  const tag = argon2Sync("argon2id", { message: "alice's", nonce, ...costs });
  for (const hash of [
    `pbkdf2_sha256$1000$seasalt$${django}`,
    `$argon2id$v=19$m=1024,t=3,p=4$${base64(nonce)}$${base64(tag)}`,
  ]) {
    const result = keptHash(hash);
    assert.ok("passwordHash" in result, JSON.stringify(result));
    assert.equal(await verifyImported("alice's", result.passwordHash), true);
    assert.equal(await verifyImported("bob's", result.passwordHash), false);
  }
});

test("a password that was hashed as it was typed, or in the service's Unicode form, is right", async () => {
  for (const form of ["NFC", "NFD", "NFKC"] as const) {
    const password = "pässword-ﬁsh".normalize("NFC");
    const hash = pbkdf2Sync(password.normalize(form), "salt", 1, 32, "sha256");
    const result = keptHash(`pbkdf2_sha256$1$salt$${hash.toString("base64")}`);
    assert.ok("passwordHash" in result);
    assert.equal(await verifyImported(password.normalize(form), result.passwordHash), true, form);
  }
});

test("what the service makes itself is kept as it is", async () => {
  const own = await hashPassword("correct horse battery");
  assert.deepEqual(keptHash(own), { passwordHash: own });
  assert.equal(isImported(own), false);
});

test("what is accepted can be compared with: the largest and the smallest factors", async () => {
  const salt = base64(Buffer.alloc(16, 1));
  const tag = base64(Buffer.alloc(64, 1));
  for (const hash of [
    ...["m=128,t=64,p=16", "m=8,t=64,p=1"].map((one) => `$argon2id$v=19$${one}$${salt}$${tag}`),
    ...["ln=1,r=64,p=64", "ln=15,r=1,p=32", "ln=14,r=64,p=1", "ln=1,r=1,p=1"].map(
      (one) => `$scrypt$${one}$${salt}$${tag}`,
    ),
    ...["sha1$500000", "sha256$1000000", "sha512$2000000"].map(
      (one) => `$pbkdf2-${one}$${salt}$${tag}`,
    ),
  ]) {
    const result = keptHash(hash);
    assert.ok("passwordHash" in result, `${hash}: ${JSON.stringify(result)}`);
    assert.equal(await verifyImported("alice's", result.passwordHash), false, hash);
  }
});

test("costs that would occupy the service, tags that many passwords would fit, and other forms are rejected, and not repeated", () => {
  const salt = "c29tZXNhbHRzb21lc2FsdA";
  const tag = "RdescudvJCsgt3ub+b8dWRWJTmaaVObGDK9eKZAz4GA";
  const argon2id = (costs: string, hash = tag) => `$argon2id$v=19$${costs}$${salt}$${hash}`;
  for (const hash of [
    ...["", "password", "$1$salt$hash", `$argon2i$v=19$m=64,t=1,p=1$${salt}$${tag}`],
    ...["m=131073,t=1,p=1", "m=131072,t=5,p=1", "m=64,t=99999,p=1", "m=4096,t=1,p=17"].map((one) =>
      argon2id(one),
    ),
    // These are within the bounds of the products, with one factor that costs by itself.
    ...["m=128,t=65,p=16", "m=8,t=65,p=1"].map((one) => argon2id(one)),
    ...["ln=1,r=65,p=1", "ln=1,r=1,p=65", "ln=16,r=1,p=1"].map(
      (costs) => `$scrypt$${costs}$${salt}$${tag}`,
    ),
    `$pbkdf2-sha1$500001$${salt}$${base64(Buffer.alloc(64))}`,
    `$pbkdf2-sha256$1000001$${salt}$${base64(Buffer.alloc(33))}`,
    ...["m=64,t=0,p=1", "m=64,t=1,p=0", "m=7,t=1,p=1", "m=999999999999,t=1,p=1"].map((one) =>
      argon2id(one),
    ),
    ...[argon2id("m=64,t=1,p=1", "AAAA"), argon2id("m=64,t=1,p=1", "A".repeat(200))],
    ...["$2a$03$", "$2a$15$", "$2a$31$", "$2x$10$"].map((one) => `${one}${"a".repeat(53)}`),
    ...["$2a$06$abc", `$2a$06$${"a".repeat(54)}`, `$2a$06$${"a".repeat(52)}!`],
    ...["ln=18,r=8,p=1", "ln=14,r=8,p=64", "ln=0,r=8,p=1", "ln=60,r=8,p=1", "ln=14,r=0,p=1"].map(
      (costs) => `$scrypt$${costs}$${salt}$${tag}`,
    ),
    ...[`$pbkdf2-sha256$2000001$${salt}$${tag}`, `$pbkdf2-sha256$0$${salt}$${tag}`],
    ...[`$pbkdf2-md5$1000$${salt}$${tag}`, `pbkdf2_md5$1000$${salt}$${tag}`],
    `$pbkdf2-sha256$1000$${"A".repeat(600)}$${tag}`,
  ]) {
    const result = keptHash(hash);
    assert.ok("problem" in result, hash);
    assert.ok(!result.problem.includes(salt) && !result.problem.includes(tag), result.problem);
  }
});
