import assert from "node:assert/strict";
import { test } from "node:test";
import { typedText } from "./typed-text.ts";

test("what was typed is kept without the spaces around it", () => {
  assert.equal(typedText("  two words\n"), "two words");
  assert.equal(typedText("\u{2003}Météo 👩‍👩‍👧\u{A0}"), "Météo 👩‍👩‍👧");
  assert.equal(typedText("\u{202E}spam"), "\u{202E}spam", "what is seen stays");
});

test("what has nothing to see in it is kept as nothing", () => {
  const blank = [
    "",
    " \t",
    "\u{2800}",
    "\u{3164}",
    "\u{34F}",
    "\u{202E}",
    "\u{200D} \u{FE0F}",
    "\n",
  ];
  for (const text of [undefined, null, ...blank, blank.join("")]) assert.equal(typedText(text), "");
});
