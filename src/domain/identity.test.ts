import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { createPasswords, hashPassword } from "../tools/passwords/passwords.ts";
import { isIdentityKey, isPasswordHash, noPasswordHash } from "./identity.ts";

test("an account without a password: no password opens it, and it is told apart from one that has one", async () => {
  const none = noPasswordHash(randomBytes);
  assert.equal(isPasswordHash(none), false);
  assert.notEqual(noPasswordHash(randomBytes), none, "each is another one");
  const passwordHash = await hashPassword("no password ");
  assert.equal(isPasswordHash(passwordHash), true);
  const passwords = createPasswords();
  const by = { account: "alice", network: "192.0.2.1" };
  assert.equal(await passwords.verify("no password ", passwordHash, by), true);
  for (const password of ["", "no password ", none]) {
    assert.equal(await passwords.verify(password, none, by), false, password);
  }
});

test("an identity: a subject has at most 255 ASCII characters, and an issuer no spaces", () => {
  const key = { issuer: "https://id.example/realms/one", subject: "248289761001" };
  assert.equal(isIdentityKey(key), true);
  assert.equal(isIdentityKey({ ...key, subject: "x".repeat(255) }), true);
  for (const subject of ["", "x".repeat(256), "é", "a\0b", "a\nb"]) {
    assert.equal(isIdentityKey({ ...key, subject }), false, JSON.stringify(subject));
  }
  for (const issuer of ["", "https://id.example/ x", `https://${"x".repeat(500)}`]) {
    assert.equal(isIdentityKey({ ...key, issuer }), false, JSON.stringify(issuer));
  }
});
