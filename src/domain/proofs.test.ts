import assert from "node:assert/strict";
import { test } from "node:test";
import { isFirst, isSecond, readProofs, withProof, writtenProofs } from "./proofs.ts";

const password = { kind: "password", at: 1 } as const;
const totp = { kind: "totp", at: 2 } as const;

test("a password says who somebody is; what is proved beside it is a second proof", () => {
  assert.ok(isFirst(password) && !isSecond(password));
  for (const kind of ["totp", "recovery-code"] as const) {
    assert.ok(isSecond({ kind, at: 1 }) && !isFirst({ kind, at: 1 }), kind);
  }
});

test("proofs are read as they were written; what is none proves nothing", () => {
  assert.equal(writtenProofs([password, totp]), "password:1 totp:2");
  assert.deepEqual(readProofs("password:1 totp:2"), [password, totp]);
  for (const written of ["", "password", "password:", "password:x", "palm:1", "toString:1", ":1"]) {
    assert.deepEqual(readProofs(written), [], written);
  }
});

test("a proof takes the place of an earlier one of its kind", () => {
  const later = { kind: "password", at: 5 } as const;
  assert.deepEqual(withProof([password, totp], later), [totp, later]);
  assert.deepEqual(withProof([], totp), [totp]);
});
