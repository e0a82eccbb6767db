/** §3.4.1.3.1 and §3.1: a request that was altered after it was signed. */
import type { Case } from "../case.ts";
import { placements } from "../protocol.ts";
import type { Change, Extra } from "../request/sent.ts";
import type { EncodedPair } from "../signing/base-string.ts";
import { bothOperations, called, rejected, single } from "./parts.ts";

const severity = "security";

const alterations: readonly (readonly [
  string,
  string,
  readonly string[],
  readonly EncodedPair[],
])[] = [
  ["none-signed", "the only parameter", ["a=1"], []],
  ["added", "a parameter that was added", ["a=1", "b=2"], [["a", "1"]]],
  [
    "removed",
    "a parameter less",
    ["a=1"],
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  ["changed", "another value", ["a=2"], [["a", "1"]]],
  ["renamed", "another name", ["b=1"], [["a", "1"]]],
  ["emptied", "a value less", ["a="], [["a", "1"]]],
  ["in-other-case", "a value in other case", ["a=x"], [["a", "X"]]],
  ["name-in-other-case", "a name in other case", ["A=1"], [["a", "1"]]],
  ["repeated", "a parameter twice", ["a=1", "a=1"], [["a", "1"]]],
  ["repeated-otherwise", "a second value of a parameter", ["a=1", "a=2"], [["a", "1"]]],
  ["space-behind", "a space behind a value", ["a=1%20"], [["a", "1"]]],
  [
    "values-exchanged",
    "two values exchanged",
    ["a=2", "b=1"],
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
];

function extra(
  where: Extra["in"],
  pairs: readonly string[],
  signed: readonly EncodedPair[],
): Extra {
  if (where !== "header") return { in: where, wire: pairs.join("&"), signed };
  const quoted = pairs.map((pair) => `${pair.replace("=", '="')}"`);
  return { in: where, wire: quoted.join(", "), signed };
}

const changes: readonly (readonly [string, string, Change])[] = [
  ["timestamp", "another timestamp", { set: "oauth_timestamp", to: { now: 5 } }],
  ["nonce", "another nonce", { set: "oauth_nonce", to: { after: "1" } }],
  ["version-added-digit", "another version", { set: "oauth_version", to: "1.00" }],
  ["version-removed", "no version", { omit: "oauth_version" }],
  ["added", "a protocol parameter that was added", { set: "oauth_additional", to: "1" }],
  [
    "method-plaintext",
    "PLAINTEXT as its signature method",
    { set: "oauth_signature_method", to: "PLAINTEXT" },
  ],
  [
    "method-hmac-sha256",
    "HMAC-SHA256 as its signature method",
    { set: "oauth_signature_method", to: "HMAC-SHA256" },
  ],
];

export const cases: readonly Case[] = [
  ...bothOperations.flatMap((to) =>
    placements.flatMap((where) =>
      alterations.map(([name, what, pairs, signed]) =>
        single(
          {
            id: `3.4.1.3.1/altered/${name}/${to}/${where}`,
            section: "3.4.1.3.1",
            severity,
            shows: `${called[to]} rejects a request that has ${what} in the ${where} since it was signed.`,
            needs: ["HMAC-SHA1"],
          },
          { to, signatureMethod: "HMAC-SHA1", extra: [extra(where, pairs, signed)] },
          rejected,
        ),
      ),
    ),
  ),
  ...bothOperations.flatMap((to) =>
    changes.map(([name, what, change]) =>
      single(
        {
          id: `3.1/altered/${name}/${to}`,
          section: "3.4.1.3.1",
          severity,
          shows: `${called[to]} rejects a request that has ${what} since it was signed.`,
        },
        { to, signatureMethod: "HMAC-SHA1", afterwards: [change] },
        rejected,
      ),
    ),
  ),
  ...bothOperations.map((to) =>
    single(
      {
        id: `3.4.1.1/altered/method/${to}`,
        section: "3.4.1.1",
        severity,
        shows: `${called[to]} rejects a request that goes out with another method than it was signed with.`,
      },
      { to, signatureMethod: "HMAC-SHA1", otherMethod: true },
      rejected,
    ),
  ),
  single(
    {
      id: "3.1/altered/callback",
      section: "3.4.1.3.1",
      severity,
      shows: "The request token endpoint rejects a callback that was changed after signing.",
      needs: ["callback"],
    },
    {
      to: "request-token",
      signatureMethod: "HMAC-SHA1",
      afterwards: [{ set: "oauth_callback", to: { after: "?a=1" } }],
    },
    rejected,
  ),
];
