import assert from "node:assert/strict";
import { test } from "node:test";
import { BadJson, parseJson } from "./json.ts";

test("values are those of JSON.parse", () => {
  const texts = [
    "1",
    '"x"',
    "[]",
    " { } ",
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '{"a" : "a", "b":["a","a",":",{"a":":"}]}',
    String.raw`{"\\":1,"\"":2,"a\\":3,"a\\\"b":"{\"a\":1,\"a\":2}"}`,
    String.raw`{"\u0041":"\ud83d\ude00","B":"😀","c":"\\ud800"}`,
    '{"toString":1,"constructor":2}',
  ];
  for (const text of texts) {
    assert.deepEqual(parseJson(text), JSON.parse(text), text);
    assert.deepEqual(parseJson(Buffer.from(text)), JSON.parse(text), text);
  }
  assert.deepEqual(parseJson(Buffer.from("\ufeff{}")), {});
});

test("a name that appears twice is an error, however it is written", () => {
  const texts = [
    '{"a":1,"a":1}',
    '[{"b":{"a":1,"c":[],"a":2}}]',
    String.raw`{"a":1,"\u0061":2}`,
    String.raw`{"a\\":1,"a\u005c":2}`,
    '{"a":{"a":1} , "a" : 2}',
  ];
  for (const text of texts) assertBad(text, /^has the member .+ twice$/);
  assert.throws(
    () => parseJson('{"one":1,"one":2}'),
    (error) => error instanceof BadJson && error.member === "one",
  );
});

test("half a surrogate pair is an error in a value and in a name, as an escape and raw", () => {
  const texts = [
    String.raw`"\ud800"`,
    String.raw`{"\uDFFF":1}`,
    String.raw`["\ud83dx\ude00"]`,
    String.raw`["a\\\ud800"]`,
    '"\ud800"',
  ];
  for (const text of texts) assertBad(text, /not Unicode/);
  assertBad(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /^is not UTF-8$/);
  assertBad(Buffer.from([0x22, 0xff, 0x22]), /^is not UTF-8$/);
});

test("what is not JSON is an error, and so is the name of the prototype", () => {
  for (const text of [
    "",
    "{",
    '"',
    '"\\',
    "{'a':1}",
    "[1,]",
    '{"a":1}{"a":2}',
    "NaN",
    "}",
    ",",
    '"\\x"',
  ]) {
    assertBad(text, /^is not JSON$/);
  }
  assertBad('{"__proto__":1}', /^cannot have a member __proto__$/);
  assertBad(String.raw`{"\u005f_proto__":1}`, /^cannot have a member __proto__$/);
});

test("entries are counted in each array and object, and values in all of them", () => {
  const bounds = { maxEntries: 3, maxValues: 8 };
  for (const text of ["[1,2,3]", '{"a":1,"b":2,"c":3}', "[[1,2,3],[4,5]]", '[",,,,,,,,"]']) {
    assert.deepEqual(parseJson(text, bounds), JSON.parse(text));
  }
  assertBad("[1,2,3,4]", /^has an array with more than 3 entries$/, bounds);
  assertBad('[{"a":1,"b":2,"c":3,"d":4}]', /^has an object with more than 3 entries$/, bounds);
  assertBad("[[1,2,3],[4,5,6],[7,8,9]]", /^has more than 8 values$/, bounds);
  assertBad(`${"[".repeat(9)}${"]".repeat(9)}`, /^has more than 8 values$/, bounds);
});

function assertBad(
  sent: Uint8Array | string,
  message: RegExp,
  bounds?: Parameters<typeof parseJson>[1],
) {
  assert.throws(
    () => parseJson(sent, bounds),
    (error) => error instanceof BadJson && message.test(error.message),
    String(sent),
  );
}
