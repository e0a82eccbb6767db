/** §3.1: each protocol parameter missing, empty, repeated and under another name, in each place. */
import type { Case } from "../case.ts";
import { placements } from "../protocol.ts";
import type { Change } from "../request/sent.ts";
import { accepted, bothOperations, called, rejected, single } from "./parts.ts";

const section = "3.1";

const required = [
  "oauth_consumer_key",
  "oauth_token",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_nonce",
  "oauth_signature",
] as const;

type Malformed = readonly [string, string, Case["severity"], (name: string) => Change];

const malformed: readonly Malformed[] = [
  ["missing", "without", "must", (name) => ({ omit: name })],
  ["empty", "with an empty", "must", (name) => ({ set: name, to: "" })],
  [
    "twice",
    "with two different values of",
    "security",
    (name) => ({ add: name, value: { after: "2" } }),
  ],
  [
    "in-upper-case",
    "with the name in upper case of",
    "must",
    (name) => ({ rename: name, to: name.toUpperCase() }),
  ],
];

function* matrix(): Generator<Case> {
  for (const to of bothOperations) {
    for (const name of required) {
      if (to === "request-token" && name === "oauth_token") continue;
      for (const placement of placements) {
        for (const [kind, what, severity, change] of malformed) {
          // The signature itself is not signed.
          const changes = [change(name)];
          yield single(
            {
              id: `3.1/${kind}/${name}/${to}/${placement}`,
              section,
              severity,
              shows: `${called[to]} rejects a request ${what} ${name} in the ${placement}.`,
            },
            {
              to,
              placement,
              ...(name === "oauth_signature" ? { afterwards: changes } : { change: changes }),
            },
            rejected,
          );
        }
      }
    }
  }
}

const versions = ["", "2.0", "1", "1.1", "0.9", "1.0 ", "one"] as const;

const values: readonly (readonly [string, string, Change])[] = [
  [
    "unknown-key",
    "a consumer key that does not exist",
    { set: "oauth_consumer_key", to: "conformanceunknownclient" },
  ],
  [
    "key-in-other-case",
    "the consumer key in other case",
    { set: "oauth_consumer_key", to: { edit: "swapped-case" } },
  ],
  ["key-cut", "half of the consumer key", { set: "oauth_consumer_key", to: { edit: "halved" } }],
  [
    "key-with-space",
    "a space behind the consumer key",
    { set: "oauth_consumer_key", to: { after: " " } },
  ],
  [
    "key-with-null",
    "a null byte behind the consumer key",
    { set: "oauth_consumer_key", to: { after: "\u0000" } },
  ],
  [
    "key-with-star",
    "a star in the place of the consumer key",
    { set: "oauth_consumer_key", to: "*" },
  ],
  [
    "key-with-percent",
    "a percent sign in the place of the consumer key",
    { set: "oauth_consumer_key", to: "%" },
  ],
];
const tokens: readonly (readonly [string, string, Change])[] = [
  [
    "unknown-token",
    "a token that does not exist",
    { set: "oauth_token", to: "thereisnosuchtoken0000000000" },
  ],
  [
    "token-in-other-case",
    "the token in other case",
    { set: "oauth_token", to: { edit: "swapped-case" } },
  ],
  ["token-cut", "half of the token", { set: "oauth_token", to: { edit: "halved" } }],
  ["token-longer", "the token and one character more", { set: "oauth_token", to: { after: "0" } }],
  [
    "token-last-changed",
    "the token with another last character",
    { set: "oauth_token", to: { edit: "last-changed" } },
  ],
  ["token-with-space", "a space behind the token", { set: "oauth_token", to: { after: " " } }],
  [
    "token-with-null",
    "a null byte behind the token",
    { set: "oauth_token", to: { after: "\u0000" } },
  ],
  ["token-with-star", "a star in the place of the token", { set: "oauth_token", to: "*" }],
];

export const cases: readonly Case[] = [
  ...matrix(),
  ...bothOperations.flatMap((to) =>
    versions.map((version) =>
      single(
        {
          id: `3.1/version/${encodeURIComponent(version) || "empty"}/${to}`,
          section: "3.2",
          severity: "must",
          shows: `${called[to]} rejects oauth_version="${version}".`,
        },
        { to, change: [{ set: "oauth_version", to: version }] },
        rejected,
      ),
    ),
  ),
  single(
    {
      id: "3.1/version/left-out/resource",
      section,
      severity: "must",
      shows: `${called.resource} accepts a request without oauth_version.`,
    },
    { to: "resource", change: [{ omit: "oauth_version" }] },
    accepted,
  ),
  ...bothOperations.flatMap((to) =>
    [...values, ...(to === "resource" ? tokens : [])].map(([name, what, change]) =>
      single(
        {
          id: `3.1/value/${name}/${to}`,
          section: "3.2",
          severity: "security",
          shows: `${called[to]} rejects ${what}.`,
        },
        { to, change: [change] },
        rejected,
      ),
    ),
  ),
  single(
    {
      id: "3.1/additional/header",
      section,
      severity: "must",
      shows: "Another parameter that begins with oauth_ is signed like the rest, and may be sent.",
    },
    { to: "request-token", change: [{ set: "oauth_additional", to: "conformance ~*é" }] },
    accepted,
  ),
];
