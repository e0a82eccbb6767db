import assert from "node:assert/strict";
import { test } from "node:test";
import { isBlank } from "../../domain/typed-text.ts";
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
  "a joiner after a mark on a Latin letter": "B\u{301}\u{200D}ot",
  "a joiner after an emoji that joins nothing": "👍\u{200D}",
  "a non-joiner between emoji": "👍\u{200C}👍",
  "a grapheme joiner": "B\u{34F}ot",
  "a variation selector after a letter": "B\u{FE0F}ot",
  "a variation selector after an emoji that needs none": "👍\u{FE0F}",
  "a text variation selector": "\u{2602}\u{FE0E}",
  "a variation selector of the supplement": "B\u{E0100}ot",
  "a Mongolian variation selector": "B\u{180B}ot",
  "a Khmer vowel that prints as nothing": "B\u{17B4}ot",
  "a code point that is reserved to print as nothing": "B\u{2065}ot",
  "half a surrogate pair": "B\u{D83D}ot",
})) {
  test(`${what} becomes visible`, () => {
    assert.match(visibleText(text), /\u{FFFD}/u);
    assert.equal([...visibleText(text)].length, [...text].length);
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
  "1\u{FE0F}\u{20E3} \u{2602}\u{FE0F}",
]) {
  test(`"${text}" stays as it is`, () => assert.equal(visibleText(text), text));
}

test("marks that pile up are cut to four", () => {
  assert.equal(visibleText(`e${"\u{301}".repeat(40)}!`), `e${"\u{301}".repeat(4)}!`);
});

test("spaces of every width are one space", () => {
  assert.equal(visibleText("a\u{A0}\u{2003}\u{3000} b"), "a b");
});

test("every code point that is ignorable by default becomes visible between letters", () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const one = String.fromCodePoint(code);
    if (!/\p{Default_Ignorable_Code_Point}/u.test(one)) continue;
    assert.equal(visibleText(`a${one}b`), "a\u{FFFD}b", code.toString(16));
    assert.equal(isBlank(one), true, code.toString(16));
  }
});
