import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import {
  type AuthEvent,
  type AuthEventKind,
  readAuthEvents,
  withAuthEvent,
  writtenAuthEvents,
} from "./auth-events.ts";
import type { UserId } from "./credentials.ts";
import { mintRecoveryCodes, recoveryCodeDigest } from "./factors.ts";
import {
  authenticatedRecently,
  missingStep,
  readRule,
  type SecondFactorRule,
  secondFactorDue,
  writtenRule,
} from "./second-factor.ts";

const day = 86_400_000;
const since = 1_700_000_000_000;
const user = { isAdmin: false, createdAt: since - 100 * day };
const admin = { ...user, isAdmin: true };
const rule = (
  requiredFor: SecondFactorRule["requiredFor"],
  graceDays: SecondFactorRule["graceDays"] = 7,
): SecondFactorRule => ({ requiredFor, graceDays, since });
const authEvents = (...kinds: readonly AuthEventKind[]): readonly AuthEvent[] =>
  kinds.map((kind) => ({ kind, at: since }));

test("a rule is due for those whom it names, after days that count from it or from their account", () => {
  const due = (policy: SecondFactorRule, holder = user, now = since + 50 * day) =>
    secondFactorDue(policy, holder, now);
  assert.equal(due(rule("nobody"), admin), undefined);
  assert.equal(due(rule("admins"), user), undefined);
  assert.equal(due(rule("admins"), admin), since + 7 * day);
  assert.equal(due(rule("everybody"), user), since + 7 * day);
  const newcomer = { ...user, createdAt: since + 50 * day };
  assert.equal(due(rule("everybody"), newcomer), since + 57 * day);
  assert.equal(due(rule("everybody", 0), user), since);
  // A clock that was ahead gives no one additional days.
  assert.equal(due(rule("everybody"), newcomer, since + 42 * day), since + 7 * day);
  assert.equal(due(rule("everybody"), newcomer, since + 43 * day), since + 57 * day);
  assert.equal(due(rule("everybody"), user, since - 7 * day), since + 7 * day);
  assert.equal(due(rule("everybody"), user, since - 8 * day), since - 93 * day);
  assert.equal(due(rule("everybody"), newcomer, since - 8 * day), 7 * day);
});

test("a sign-in lacks what the user has set up, or has to set up by now, and nothing else", () => {
  const missing = (
    kinds: readonly AuthEventKind[],
    has: boolean,
    policy = rule("nobody"),
    now = since + 8 * day,
    holder = user,
  ) => missingStep({ authEvents: authEvents(...kinds), hasSecondFactor: has, holder }, policy, now);
  assert.equal(missing(["password"], false), undefined);
  assert.equal(missing(["password"], true), "second");
  assert.equal(missing(["password"], true, rule("everybody")), "second");
  assert.equal(missing(["password", "totp"], true, rule("everybody")), undefined);
  assert.equal(missing(["password", "recovery-code"], true), undefined);
  assert.equal(missing(["totp"], true), "first");
  assert.equal(missing([], false), "first");
  assert.equal(missing(["password"], false, rule("everybody")), "set-up");
  assert.equal(missing(["password"], false, rule("everybody"), since + 7 * day), "set-up");
  assert.equal(missing(["password"], false, rule("everybody"), since + 7 * day - 1), undefined);
  assert.equal(missing(["password"], false, rule("admins")), undefined);
  assert.equal(missing(["password"], false, rule("admins"), since + 8 * day, admin), "set-up");
});

test("asked again, who has a second factor proves that one, within fifteen minutes", () => {
  const minutes = (count: number) => since + count * 60_000;
  assert.equal(authenticatedRecently(authEvents("password"), false, minutes(14)), true);
  assert.equal(authenticatedRecently(authEvents("password"), false, minutes(15)), false);
  assert.equal(authenticatedRecently(authEvents("password"), true, since), false);
  assert.equal(authenticatedRecently(authEvents("password", "totp"), true, minutes(14)), true);
  assert.equal(authenticatedRecently(authEvents("password", "totp"), true, minutes(15)), false);
  assert.equal(
    authenticatedRecently(authEvents("totp"), false, since),
    false,
    "the factor is gone",
  );
  // One proof is from another node whose clock is slightly ahead, the other from a clock that was far ahead.
  assert.equal(authenticatedRecently(authEvents("password"), false, minutes(-1)), true);
  assert.equal(authenticatedRecently(authEvents("password"), false, minutes(-1) - 1), false);
});

test("a rule is read as it was written, and one that is not understood is not taken for none", () => {
  for (const one of [rule("nobody", 0), rule("admins", 14), rule("everybody", 30)]) {
    assert.deepEqual(readRule(writtenRule(one)), one);
  }
  assert.equal(readRule(undefined).requiredFor, "nobody");
  for (const wrong of ["", "everyone 7 1", "everybody 8 1", "everybody 7", "everybody 7 x"]) {
    assert.throws(() => readRule(wrong), /another version/, wrong);
  }
});

test("proofs are read as they were written; kinds of another version prove nothing", () => {
  const both = authEvents("password", "totp");
  assert.deepEqual(readAuthEvents(writtenAuthEvents(both)), both);
  assert.deepEqual(readAuthEvents(""), []);
  assert.deepEqual(readAuthEvents("retina:5 totp:7 password:x toString:5"), [
    { kind: "totp", at: 7 },
  ]);
  assert.deepEqual(withAuthEvent(both, { kind: "password", at: 9 }), [
    { kind: "totp", at: since },
    { kind: "password", at: 9 },
  ]);
});

test("recovery codes: ten different ones, read however they are typed, and a user's own", () => {
  const [alice, bob] = ["1000000000000001" as UserId, "1000000000000002" as UserId];
  const codes = mintRecoveryCodes(randomBytes);
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) {
    assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    const digest = recoveryCodeDigest(alice, code);
    assert.notEqual(digest, undefined);
    for (const text of [
      code.toUpperCase(),
      code.replaceAll("-", ""),
      ` ${code.replaceAll("-", " ")} `,
    ]) {
      assert.equal(recoveryCodeDigest(alice, text), digest);
    }
    assert.notEqual(recoveryCodeDigest(bob, code), digest);
  }
  const misread = "O0I1l1o0abcd2345";
  assert.equal(recoveryCodeDigest(alice, misread), recoveryCodeDigest(alice, "00111100abcd2345"));
  for (const wrong of ["", "123456", "4k2p-9xwd-71ht", "4k2p-9xwd-71ht-qz5u", "4".repeat(41)]) {
    assert.equal(recoveryCodeDigest(alice, wrong), undefined, wrong);
  }
});
