import assert from "node:assert/strict";
import { test } from "node:test";
import { isMessage, maxMessage, typedMessage } from "./invitation.ts";

test("a message has lines, and no other control characters", () => {
  assert.equal(typedMessage(" Welcome,\r\nBob \u{200B}"), "Welcome,\nBob \u{200B}");
  assert.equal(typedMessage("\r\n \u{200B}"), "");
  assert.ok(isMessage("Welcome,\nBob"));
  for (const text of ["a\tb", "a\rb", "a\u{0}b", "a\u{1B}[31m", "a\u{85}b"]) {
    assert.ok(!isMessage(text), JSON.stringify(text));
  }
});

test("a message is bounded, in characters and lines", () => {
  assert.ok(isMessage("🍀".repeat(maxMessage)));
  assert.ok(!isMessage("x".repeat(maxMessage + 1)));
  assert.ok(isMessage("x\n".repeat(11)));
  assert.ok(!isMessage("x\n".repeat(12)));
});
