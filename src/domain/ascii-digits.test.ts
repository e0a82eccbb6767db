import assert from "node:assert/strict";
import { test } from "node:test";
import { typedCode, withAsciiDigits } from "./ascii-digits.ts";

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

test("a code is what it is without the gaps that a user types", () => {
  for (const text of [
    "7723044",
    "772 3044",
    "772-3044",
    " ٧٧٢\u00a0٣٠٤٤\t",
    "772\u20113044",
    "\u200f772–3044\u200e",
  ]) {
    assert.equal(typedCode(text), "7723044", text);
  }
  for (const other of ["772.3044", "772_3044", "772+3044", "+7723044", "772,3044"]) {
    assert.equal(typedCode(other), other);
  }
});
