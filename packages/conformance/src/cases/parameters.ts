/** §3.4.1.3: parameters of every kind must be accepted in every place where they can be sent. */
import type { Case, Severity } from "../case.ts";
import type { Placement } from "../protocol.ts";
import type { Extra } from "../request/sent.ts";
import type { EncodedPair } from "../signing/base-string.ts";
import { accepted, called, everyKind, parameter, single } from "./parts.ts";

type Row = readonly [
  id: string,
  what: string,
  wire: string,
  signed: readonly EncodedPair[],
  severity?: Severity | undefined,
];

function value(id: string, what: string, wire: string, signed: string, severity?: Severity): Row {
  return [`value/${id}`, `a value with ${what}`, `v=${wire}`, [["v", signed]], severity];
}

function name(id: string, what: string, wire: string, signed: string): Row {
  return [`name/${id}`, `a name with ${what}`, `${wire}=v`, [[signed, "v"]]];
}

/** `wire` is what is sent in a query or a form; `signed` is what the base string contains. */
const rows: readonly Row[] = [
  value("space", "a space, sent as %20", "a%20b", "a%20b"),
  value("plus-as-space", "a space, sent as +", "a+b", "a%20b"),
  value("plus", "a plus sign", "a%2Bb", "a%2Bb"),
  value("percent", "a percent sign", "100%25", "100%25"),
  value("encoded-percent", "what looks encoded", "%2541", "%2541"),
  value("ampersand", "an ampersand", "a%26b", "a%26b"),
  value("equals", "an equals sign, encoded", "a%3Db", "a%3Db"),
  value("bare-equals", "an equals sign, not encoded", "a=b=c", "a%3Db%3Dc"),
  value("slash", "a slash, not encoded", "a/b", "a%2Fb"),
  value("encoded-slash", "a slash, encoded", "a%2Fb", "a%2Fb"),
  value("question-mark", "a question mark, not encoded", "a?b", "a%3Fb"),
  value("colon", "a colon, not encoded", "a:b", "a%3Ab"),
  value("comma", "a comma, not encoded", "a,b", "a%2Cb"),
  value("at", "an at sign, not encoded", "a@b", "a%40b"),
  value("dollar", "a dollar sign, not encoded", "a$b", "a%24b"),
  value("semicolon", "a semicolon, encoded", "a%3Bb", "a%3Bb"),
  value("bare-semicolon", "a semicolon, not encoded", "a;b", "a%3Bb", "should"),
  value("star", "a star, not encoded", "a*b", "a%2Ab"),
  value("apostrophe", "an apostrophe, not encoded", "a'b", "a%27b"),
  value("parentheses", "parentheses, not encoded", "(a)", "%28a%29"),
  value("exclamation-mark", "an exclamation mark, not encoded", "a!", "a%21"),
  value("tilde", "a tilde", "~a", "~a"),
  value("encoded-tilde", "a tilde, encoded", "%7Ea", "~a"),
  value("encoded-letter", "a letter, encoded", "%61b", "ab"),
  value("encoded-dash", "a dash, encoded", "a%2Db", "a-b"),
  value("lower-case-hex", "lower-case hex", "%c3%a9", "%C3%A9"),
  value("two-bytes", "a character of two bytes", "%C3%A9", "%C3%A9"),
  value("three-bytes", "a character of three bytes", "%E2%82%AC", "%E2%82%AC"),
  value("four-bytes", "a character of four bytes", "%F0%9F%8C%A7", "%F0%9F%8C%A7"),
  value("decomposed", "a letter and its accent apart", "e%CC%81", "e%CC%81"),
  value(
    "right-to-left",
    "Arabic letters",
    "%D9%85%D8%B1%D8%AD%D8%A8%D8%A7",
    "%D9%85%D8%B1%D8%AD%D8%A8%D8%A7",
  ),
  value("not-utf-8", "a byte that is not UTF-8", "a%FFb", "a%FFb", "should"),
  value("null-byte", "a null byte", "a%00b", "a%00b", "should"),
  value("line-end", "a line end", "a%0D%0Ab", "a%0D%0Ab"),
  value("tab", "a tab", "a%09b", "a%09b"),
  value("quotes", "quotation marks", "%22a%22", "%22a%22"),
  value("angles", "angle brackets", "%3Ca%3E", "%3Ca%3E"),
  value("backslash", "a backslash", "a%5Cb", "a%5Cb"),
  value("braces", "braces", "%7Ba%7D", "%7Ba%7D"),
  value("bar", "a vertical bar", "a%7Cb", "a%7Cb"),
  value("hash", "a number sign", "a%23b", "a%23b"),
  value("brackets", "brackets", "%5Ba%5D", "%5Ba%5D"),
  value("caret", "a caret and a backtick", "%5E%60", "%5E%60"),
  value("spaces-around", "spaces around it", "%20a%20", "%20a%20"),
  value("only-space", "a space alone", "%20", "%20"),
  value(
    "url",
    "a URL",
    "https%3A%2F%2Fa.example%2F%3Fb%3Dc%26d%3De",
    "https%3A%2F%2Fa.example%2F%3Fb%3Dc%26d%3De",
  ),
  value("leading-zeros", "leading zeros", "007", "007"),
  value("null-word", "the word null", "null", "null"),
  value("long", "2,000 characters", "a".repeat(2000), "a".repeat(2000)),
  name("space", "a space", "a%20b", "a%20b"),
  name("plus-as-space", "a space, sent as +", "a+b", "a%20b"),
  name("plus", "a plus sign", "a%2Bb", "a%2Bb"),
  name("brackets", "brackets", "a%5B%5D", "a%5B%5D"),
  name("dots", "dots", "a.b", "a.b"),
  name("tilde", "a tilde and a dash", "a~-b", "a~-b"),
  name("equals", "an equals sign", "a%3Db", "a%3Db"),
  name("ampersand", "an ampersand", "a%26b", "a%26b"),
  name("unicode", "letters beyond ASCII", "%C3%A9", "%C3%A9"),
  name("upper-case", "capitals", "Ab", "Ab"),
  ["name/realm", "a parameter called realm", "realm=v", [["realm", "v"]]],
  ["name/like-protocol", "a parameter called oauth", "oauth=v", [["oauth", "v"]]],
  ["empty/value", "an empty value", "a=", [["a", ""]]],
  ["empty/no-equals-sign", "a name without an equals sign", "a", [["a", ""]]],
  [
    "order/values",
    "one name with several values in no order",
    "a=b&a=B&a=10&a=2&a=",
    [
      ["a", "b"],
      ["a", "B"],
      ["a", "10"],
      ["a", "2"],
      ["a", ""],
    ],
  ],
  [
    "order/encoded-values",
    "one name with values that sort by their encoded form",
    "a=%7B&a=%C3%A9&a=z&a=~",
    [
      ["a", "%7B"],
      ["a", "%C3%A9"],
      ["a", "z"],
      ["a", "~"],
    ],
  ],
  [
    "order/names",
    "names in no order",
    "b=1&a=2&C=3&_=4&A=5&c=6",
    [
      ["b", "1"],
      ["a", "2"],
      ["C", "3"],
      ["_", "4"],
      ["A", "5"],
      ["c", "6"],
    ],
  ],
  [
    "order/prefix-names",
    "names that begin with each other",
    "a-b=1&a=2&a.b=3&ab=4&a0=5",
    [
      ["a-b", "1"],
      ["a", "2"],
      ["a.b", "3"],
      ["ab", "4"],
      ["a0", "5"],
    ],
  ],
  [
    "order/encoded-names",
    "names that sort by their encoded form",
    "%C3%A9=1&z=2&%5B=3&%7E=4",
    [
      ["%C3%A9", "1"],
      ["z", "2"],
      ["%5B", "3"],
      ["~", "4"],
    ],
  ],
  [
    "order/before-protocol",
    "names that sort around the protocol's",
    "a=1&oauth=2&oauti=3&z=4&O=5",
    [
      ["a", "1"],
      ["oauth", "2"],
      ["oauti", "3"],
      ["z", "4"],
      ["O", "5"],
    ],
  ],
  [
    "repeated/same-pair",
    "the same pair twice",
    "a=1&a=1",
    [
      ["a", "1"],
      ["a", "1"],
    ],
  ],
  [
    "repeated/three",
    "one name three times",
    "a=3&a=1&a=2",
    [
      ["a", "3"],
      ["a", "1"],
      ["a", "2"],
    ],
  ],
  [
    "many",
    "50 parameters",
    Array.from({ length: 50 }, (_, at) => `p${at}=${at}`).join("&"),
    Array.from({ length: 50 }, (_, at): EncodedPair => [`p${at}`, `${at}`]),
  ],
  [
    "rfc-example",
    "the parameters of the RFC's own example",
    "b5=%3D%253D&a3=a&c%40=&a2=r%20b&c2&a3=2+q",
    [
      ["b5", "%3D%253D"],
      ["a3", "a"],
      ["c%40", ""],
      ["a2", "r%20b"],
      ["c2", ""],
      ["a3", "2%20q"],
    ],
  ],
];

const where: readonly (readonly ["request-token" | "resource", Exclude<Placement, "header">])[] = [
  ["request-token", "query"],
  ["request-token", "form"],
  ["resource", "query"],
  ["resource", "form"],
];

function inBoth(): readonly Extra[] {
  return [
    {
      in: "query",
      wire: "a=2&b=q",
      signed: [
        ["a", "2"],
        ["b", "q"],
      ],
    },
    {
      in: "form",
      wire: "a=1&c=f",
      signed: [
        ["a", "1"],
        ["c", "f"],
      ],
    },
  ];
}

export const cases: readonly Case[] = [
  ...where.flatMap(([to, place]) =>
    rows.map(([id, what, wire, signed, severity = "must"]) => {
      const section = id.startsWith("value") || id.startsWith("name") ? "3.6" : "3.4.1.3.2";
      return single(
        {
          id: `3.4.1.3/${id}/${to}/${place}`,
          section,
          severity,
          shows: `${called[to]} accepts ${what} in the ${place}.`,
        },
        { to, extra: [{ in: place, wire, signed }] },
        accepted,
      );
    }),
  ),
  ...(["request-token", "resource"] as const).flatMap((to) => [
    single(
      {
        id: `3.4.1.3/both/${to}`,
        section: "3.4.1.3.1",
        severity: "must",
        shows: `${called[to]} accepts one name in the query and in the form.`,
      },
      { to, extra: inBoth() },
      accepted,
    ),
    single(
      {
        id: `3.4.1.3/header/${to}`,
        section: "3.4.1.3.1",
        severity: "must",
        shows: `${called[to]} accepts a parameter of the request's own in the header.`,
      },
      { to, extra: [parameter("header", "own", "a b&c=d/~*é")] },
      accepted,
    ),
    ...(["GET", "POST"] as const).map((method) =>
      single(
        {
          id: `3.4.1.3/query/${method.toLowerCase()}/${to}`,
          section: "3.4.1.3.1",
          severity: "must",
          shows: `${called[to]} accepts ${method} with parameters in the query.`,
        },
        { to, method, extra: [everyKind] },
        accepted,
      ),
    ),
  ]),
];
