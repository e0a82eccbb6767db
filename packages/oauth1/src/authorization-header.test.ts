import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isOAuthScheme, type Parameter, parseAuthorizationHeader } from "./index.ts";

function parametersOf(value: string): Parameter[] {
  const header = parseAuthorizationHeader(value);
  assert.ok(header.ok, `${value} is rejected`);
  return header.parameters;
}

const ab: Parameter[] = [
  ["a", "1"],
  ["b", "2"],
];

describe("an Authorization header that is read", () => {
  const spellings = {
    "with a comma between": 'OAuth a="1",b="2"',
    "with a comma and a space": 'OAuth a="1", b="2"',
    "with blanks before the comma": 'OAuth a="1" \t, b="2"',
    "folded over lines": 'OAuth\r\n a="1",\r\n\tb="2"\r\n',
    "with a tab behind the scheme": 'OAuth\ta="1",b="2"',
    "in another case": 'oAUTH a="1",b="2"',
    "with a trailing comma": 'OAuth a="1",b="2", ',
    "with stray commas": 'OAuth , a="1",, ,b="2"',
    "with an empty realm first": 'OAuth realm="",a="1",b="2"',
    "with the realm in the middle, its quotes escaped":
      'OAuth a="1",Realm="x, \\"b=3\\" \\\\",b="2"',
    "with the realm last": 'OAuth a="1",b="2",realm="https://example.com/?a=3"',
    "without quotes": "OAuth a=1,b=2",
  };
  for (const [title, value] of Object.entries(spellings)) {
    it(title, () => assert.deepEqual(parametersOf(value), ab));
  }

  it("has its names and values decoded once, + left alone", () => {
    assert.deepEqual(parametersOf('OAuth a%20b="%2525 +,=%C3"'), [["a b", "%25 +,=\xc3"]]);
  });

  it("keeps empty values, repetitions, and a name that only begins like the realm", () => {
    assert.deepEqual(parametersOf('OAuth a="",b=,a="",realms="1"'), [
      ["a", ""],
      ["b", ""],
      ["a", ""],
      ["realms", "1"],
    ]);
  });

  it("may escape a blank or a line end inside of quotes", () => {
    assert.deepEqual(parametersOf('OAuth Realm="x\\ y\\\r\n",a="1"'), [["a", "1"]]);
  });

  it("may have no parameters", () => {
    assert.deepEqual(parametersOf("OAuth"), []);
    assert.deepEqual(parametersOf("OAuth "), []);
    assert.deepEqual(parametersOf('OAuth realm="x"'), []);
  });
});

describe("an Authorization header that is rejected as malformed", () => {
  const values = [
    "OAuth a",
    'OAuth "a"',
    'OAuth ="1"',
    'OAuth a ="1"',
    'OAuth a= "1"',
    'OAuth a="1',
    'OAuth a="1\\"',
    'OAuth a="1"b="2"',
    'OAuth a="1" b="2"',
    "OAuth a=1 2",
    'OAuth a=1"2"',
    'OAuth a="1";b="2"',
  ];
  for (const value of values) {
    it(value, () => {
      assert.deepEqual(parseAuthorizationHeader(value), { ok: false, problem: "malformed" });
    });
  }
});

describe("an Authorization header of another scheme", () => {
  for (const value of [
    "Bearer abc",
    "Basic YTpi",
    "",
    "OAuth2 a",
    "OAuth,a=1",
    " OAuth",
    "oauth_a",
  ]) {
    it(`keeps apart: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(parseAuthorizationHeader(value), { ok: false, problem: "another-scheme" });
      assert.equal(isOAuthScheme(value), false);
    });
  }
});

describe("any string", () => {
  it("is read or rejected, never thrown at", () => {
    const grammar = fc.constantFrom(
      "a",
      "oauth_token",
      "realm",
      "=",
      '"',
      ",",
      " ",
      "\\",
      "%",
      "4",
      "\r\n",
    );
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(grammar, { maxLength: 40 }).map((parts) => `OAuth ${parts.join("")}`),
    );
    fc.assert(
      fc.property(texts, (value) => {
        const header = parseAuthorizationHeader(value);
        assert.equal(header.ok || header.problem === "malformed", isOAuthScheme(value));
      }),
      { numRuns: 2000 },
    );
  });

  // If one of these took quadratic time, its test would take hours instead of milliseconds.
  const million = 1_000_000;
  const hostile = {
    "a name without an end": `OAuth ${"a".repeat(million)}`,
    "a quoted string without an end": `OAuth a="${"b".repeat(million)}`,
    "nothing but escapes": `OAuth a="${"\\".repeat(million + 1)}`,
    "blanks where a comma belongs": `OAuth a="1"${" ".repeat(million)}x`,
    "nothing but separators": `OAuth ${", ".repeat(million)}`,
    "many parameters, the last one broken": `OAuth ${'a="1",'.repeat(million / 10)}"`,
    "nothing but percent signs": `OAuth a="${"%".repeat(million)}"`,
  };
  for (const [title, value] of Object.entries(hostile)) {
    it(`costs linear time: ${title}`, () => {
      const header = parseAuthorizationHeader(value);
      assert.ok(!header.ok || header.parameters.length <= 1);
    });
  }
});
