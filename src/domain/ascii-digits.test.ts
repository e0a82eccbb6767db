import assert from "node:assert/strict";
import { test } from "node:test";
import { withAsciiDigits } from "./ascii-digits.ts";

test("the digits of every numbering system that ICU knows, from 0 to 9", () => {
  let systems = 0;
  for (const numberingSystem of Intl.supportedValuesOf("numberingSystem")) {
    const options = { numberingSystem, useGrouping: false, minimumIntegerDigits: 10 };
    const digits = new Intl.NumberFormat("en", options).format(123_456_789);
    if (!/^\p{Nd}{10}$/u.test(digits)) continue;
    assert.equal(withAsciiDigits(digits), "0123456789", numberingSystem);
    systems += 1;
  }
  assert.ok(systems > 60, String(systems));
});

test("everything else stays, and so does what is too long for a number", () => {
  assert.equal(withAsciiDigits("١٢٣ ４５６-a½²Ⅳ一"), "123 456-a½²Ⅳ一");
  assert.equal(withAsciiDigits("١".repeat(100)), "1".repeat(100));
  assert.equal(withAsciiDigits("١".repeat(101)), "١".repeat(101));
});
