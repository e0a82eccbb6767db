import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isFirst,
  isSecond,
  readAuthEvents,
  withAuthEvent,
  withoutFactors,
  writtenAuthEvents,
} from "./auth-events.ts";

const password = { kind: "password", at: 1 } as const;
const totp = { kind: "totp", at: 2 } as const;

test("a password says who someone is; what is proved beside it is a second proof", () => {
  assert.ok(isFirst(password) && !isSecond(password));
  for (const kind of ["totp", "recovery-code"] as const) {
    assert.ok(isSecond({ kind, at: 1 }) && !isFirst({ kind, at: 1 }), kind);
  }
});

test("proofs are read as they were written; what is none proves nothing", () => {
  assert.equal(writtenAuthEvents([password, totp]), "password:1 totp:2");
  assert.deepEqual(readAuthEvents("password:1 totp:2"), [password, totp]);
  for (const written of ["", "password", "password:", "password:x", "palm:1", "toString:1", ":1"]) {
    assert.deepEqual(readAuthEvents(written), [], written);
  }
});

test("a proof takes the place of an earlier one of its kind", () => {
  const later = { kind: "password", at: 5 } as const;
  assert.deepEqual(withAuthEvent([password, totp], later), [totp, later]);
  assert.deepEqual(withAuthEvent([], totp), [totp]);
});

test("without a factor left, what an account's own factors proved counts no more", () => {
  const provider = { kind: "identity-provider", at: 3 } as const;
  const passkey = { kind: "passkey", at: 4 } as const;
  const recovery = { kind: "recovery-code", at: 5 } as const;
  for (const mayStaySignedIn of [true, false]) {
    assert.deepEqual(withoutFactors([password, totp, recovery], { mayStaySignedIn }), [password]);
    assert.deepEqual(withoutFactors([totp, provider], { mayStaySignedIn }), [provider]);
  }
  assert.deepEqual(withoutFactors([passkey, totp], { mayStaySignedIn: true }), [passkey]);
  assert.deepEqual(withoutFactors([passkey, totp], { mayStaySignedIn: false }), []);
});
