import assert from "node:assert/strict";
import { test } from "node:test";
import { accessTextsOf } from "./access-texts.ts";

const good = { read: "See your calendar", write: "Add and change events" };
const both = { en: good, es: { read: "Ver tu calendario", write: "Añadir y cambiar eventos" } };
const read = (value: unknown) => accessTextsOf(JSON.stringify(value), ["en", "es"]);

test("texts are read by language and level", () => {
  assert.deepEqual([...read(both)], Object.entries(both));
  assert.equal(read({ ...both, en: { ...good, read: " x " } }).get("en")?.read, "x");
  assert.equal(read({ ...both, en: { ...good, read: "é".repeat(120) } }).size, 2);
  assert.deepEqual([...read({ en: good }).keys()], ["en"]);
});

for (const [value, says] of [
  [[], /the file is not a JSON object/],
  [{ ...both, de: good }, /no language "de"; there are en, es/],
  [{ ...both, en: "x" }, /en is not a JSON object/],
  [{ ...both, en: { read: "x" } }, /write of en is missing/],
  [{ ...both, es: { ...good, read: " " } }, /read of es is missing/],
  [{ ...both, es: { ...good, read: 1 } }, /read of es is missing/],
  [{ ...both, es: { ...good, admin: "x" } }, /es has "admin"/],
  [{ ...both, en: { ...good, write: "é".repeat(121) } }, /121 characters, and 120/],
  [{ ...both, en: { ...good, write: "<b>x</b>" } }, /write of en has markup/],
  [{ ...both, en: { ...good, write: "you &amp; me" } }, /markup/],
  [{ ...both, en: { ...good, write: "a\nb" } }, /control character/],
  [{ ...both, en: { ...good, write: "a\u{202E}b" } }, /control character/],
  [{ ...both, en: { ...good, write: "a\u{2028}b" } }, /control character/],
  [{ ...both, en: { ...good, write: "a\u{200B}b" } }, /control character/],
] as const) {
  test(`rejected: ${String(says)}`, () => assert.throws(() => read(value), says));
}

test("rejected: what is not JSON, and a language that is there twice", () => {
  assert.throws(() => accessTextsOf("{", ["en"]), /not JSON/);
  assert.throws(() => accessTextsOf('{"en":{},"en":{}}', ["en"]), /it has the member "en" twice/);
  assert.equal(accessTextsOf("{}", ["toString"]).size, 0);
});
