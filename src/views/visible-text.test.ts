import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleText } from "./visible-text.ts";

for (const [what, text] of Object.entries({
  "a right-to-left override": "Bot\u{202E}",
  "an isolate": "\u{2066}Bot",
  "a zero-width space": "B\u{200B}ot",
  "a soft hyphen": "B\u{AD}ot",
  "a control character": "B\u{1B}ot",
  "a line break": "B\not",
  "a line separator": "B\u{2028}ot",
  "a filler that prints as nothing": "B\u{3164}ot",
  "a joiner between Latin letters": "B\u{200D}ot",
  "half a surrogate pair": "B\u{D83D}ot",
})) {
  test(`${what} becomes visible`, () => {
    assert.match(visibleText(text), /\u{FFFD}/u);
    assert.equal(visibleText(text).length, text.length);
  });
}

for (const text of [
  "Weather Bot",
  "Météo — 1,5 °C",
  "طقس اليوم، من أجلك!",
  "می\u{200C}خواهم",
  "ക്\u{200D}ഷ",
  "天気予報",
  "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽",
]) {
  test(`"${text}" stays as it is`, () => assert.equal(visibleText(text), text));
}

test("marks that pile up are cut to four", () => {
  assert.equal(visibleText(`e${"\u{301}".repeat(40)}!`), `e${"\u{301}".repeat(4)}!`);
});

test("spaces of every width are one space", () => {
  assert.equal(visibleText("a\u{A0}\u{2003}\u{3000} b"), "a b");
});
