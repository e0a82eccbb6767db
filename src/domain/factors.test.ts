import assert from "node:assert/strict";
import { test } from "node:test";
import type { UserId } from "./credentials.ts";
import { recoveryCodeDigest, totpIdentity } from "./factors.ts";

const alice = "1000000000000001" as UserId;
const code = "4k2p-9xwd-71ht-qz50";

test("a recovery code is the same in any case, with and without hyphens, and with look-alikes for its digits", () => {
  const digest = recoveryCodeDigest(alice, code);
  assert.match(digest ?? "", /^[A-Za-z0-9_-]{43}$/);
  for (const typed of [code.toUpperCase(), code.replaceAll("-", ""), " 4k2p 9xwd 7lht qz5o "]) {
    assert.equal(recoveryCodeDigest(alice, typed), digest, typed);
  }
  assert.notEqual(recoveryCodeDigest("1000000000000002" as UserId, code), digest);
});

test("what cannot be a recovery code has no digest", () => {
  for (const typed of [
    "",
    code.slice(1),
    `${code}5`,
    `5${code}`,
    `u${code.slice(1)}`,
    "!".repeat(16),
  ]) {
    assert.equal(recoveryCodeDigest(alice, typed), undefined, typed);
  }
  const longest = code.padEnd(40, "-");
  assert.notEqual(recoveryCodeDigest(alice, longest), undefined);
  assert.equal(recoveryCodeDigest(alice, `${longest}-`), undefined);
});

test("a secret is sealed for one user", () => {
  assert.equal(totpIdentity(alice), "totp.secret:1000000000000001");
});
