import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestName } from "./nearest-name.ts";

const names = ["screenName", "name", "email", "users", "RATE_LIMITS"];

test("a name in another case or style, or with a letter wrong, means the known one", () => {
  for (const [input, meant] of [
    ["screen_name", "screenName"],
    ["SCREEN-NAME", "screenName"],
    ["user", "users"],
    ["emial", undefined],
    ["emaill", "email"],
    ["nam", "name"],
    ["RATE_LIMIT", "RATE_LIMITS"],
    ["rateLimits", "RATE_LIMITS"],
    ["password", undefined],
    ["", undefined],
    ["__proto__", undefined],
  ] as const) {
    assert.equal(nearestName(input, names), meant, input);
  }
  assert.equal(nearestName("abcd", ["abcx", "abcd"]), "abcd");
  assert.equal(nearestName("abcd", []), undefined);
  assert.equal(nearestName("x".repeat(1_000_000), names), undefined);
});
