/** §3.3: nonces are used once, and timestamps are current. */
import type { Case } from "../case.ts";
import { placements } from "../protocol.ts";
import type { Value } from "../request/sent.ts";
import { accepted, answered, bothOperations, called, rejected, send, single } from "./parts.ts";

const section = "3.3";
const day = 86_400;

/** These are wrong on any clock. The severity is `should` if a server may accept old requests. */
const timestamps: readonly (readonly [string, Case["severity"], string, Value])[] = [
  ["future-hour", "security", "an hour ahead", { now: 3600 + 60 }],
  ["future-day", "security", "a day ahead", { now: day }],
  ["future-year", "security", "a year ahead", { now: 365 * day }],
  ["future-far", "security", "of the year 33658", "1000000000000"],
  ["old-hour", "security", "an hour old", { now: -3600 - 60 }],
  ["old-day", "security", "a day old", { now: -day }],
  ["old-year", "security", "a year old", { now: -365 * day }],
  ["old-1970", "security", "of 1970", "1"],
  ["milliseconds", "security", "in milliseconds", { now: 0, form: "milliseconds" }],
  ["zero", "must", "of 0", "0"],
  ["negative", "must", "below 0", "-1"],
  ["negative-now", "must", "with a minus sign before it", { before: "-" }],
  ["plus-sign", "must", "with a plus sign before it", { before: "+" }],
  ["fraction", "must", "with a fraction", { now: 0, form: "fraction" }],
  ["exponent", "must", "with an exponent", { now: 0, form: "exponent" }],
  ["hex", "must", "in hex", { now: 0, form: "hex" }],
  ["date", "must", "that is a date", { now: 0, form: "date" }],
  ["word", "must", "that is a word", "now"],
  ["letters-behind", "must", "with letters behind it", { after: "abc" }],
  ["space-behind", "must", "with a space behind it", { after: " " }],
  ["line-end-behind", "must", "with a line end behind it", { after: "\n" }],
  ["other-digits", "must", "in Arabic digits", "١٧٠٠٠٠٠٠٠٠"],
  ["long", "must", "of 400 digits", { repeated: "9", times: 400 }],
  ["infinity", "must", "of Infinity", "Infinity"],
];

const nonces: readonly (readonly [string, string, string])[] = [
  ["digits", "of digits", "4572616e48616d6d"],
  ["base64", "of base64", "Kq+1/abcDEF0123456789w=="],
  ["url-safe", "with - and _", "abc-DEF_0123456789"],
  ["one-dot", "with dots and a tilde", "abc.def~0123456789"],
];

export const cases: readonly Case[] = [
  ...bothOperations.flatMap((to) =>
    timestamps.map(([name, severity, what, value]) =>
      single(
        {
          id: `3.3/timestamp/${name}/${to}`,
          section,
          severity,
          shows: `${called[to]} rejects a timestamp ${what}.`,
        },
        { to, change: [{ set: "oauth_timestamp", to: value }] },
        rejected,
      ),
    ),
  ),
  ...bothOperations.flatMap((to): Case[] => [
    single(
      {
        id: `3.3/timestamp/slightly-old/${to}`,
        section,
        severity: "should",
        shows: `${called[to]} accepts a timestamp that is 30 seconds old.`,
      },
      { to, change: [{ set: "oauth_timestamp", to: { now: -30 } }] },
      accepted,
    ),
    {
      id: `3.3/timestamp/back-and-forth/${to}`,
      section,
      severity: "should",
      shows: `${called[to]} accepts a request that is some seconds older than the one before, as they come from several threads or servers.`,
      steps: [
        { send: { to } },
        send({ to, change: [{ set: "oauth_timestamp", to: { now: -10 } }] }, accepted),
      ],
    },
    {
      id: `3.3/nonce/two-in-one-second/${to}`,
      section,
      severity: "must",
      shows: `${called[to]} accepts two nonces with one timestamp.`,
      steps: [
        { send: { to }, keep: "first" },
        send({ to, change: [{ set: "oauth_timestamp", to: { sameAs: "first" } }] }, accepted),
        send({ to, change: [{ set: "oauth_timestamp", to: { sameAs: "first" } }] }, accepted),
      ],
    },
    {
      id: `3.3/nonce/again-with-another-timestamp/${to}`,
      section,
      severity: "must",
      shows: `${called[to]} accepts a nonce again with another timestamp.`,
      steps: [
        { send: { to, change: [{ set: "oauth_timestamp", to: { now: -2 } }] }, keep: "first" },
        send(
          {
            to,
            change: [
              { set: "oauth_nonce", to: { sameAs: "first" } },
              { set: "oauth_timestamp", to: { now: 1 } },
            ],
          },
          accepted,
        ),
      ],
    },
    {
      id: `3.3/replay/at-the-same-time/${to}`,
      section,
      severity: "security",
      shows: `Of eight equal requests at the same time ${called[to].toLowerCase()} accepts one.`,
      steps: [{ together: { to }, times: 8, same: true }],
    },
    {
      id: `3.3/replay/after-others/${to}`,
      section,
      severity: "security",
      shows: `${called[to]} rejects a request that it has seen before some others.`,
      steps: [
        { send: { to }, keep: "first" },
        ...Array.from({ length: 5 }, () => ({ send: { to } })),
        send({ to, again: "first" }, rejected),
      ],
    },
    {
      id: `3.3/replay/other-parameters/${to}`,
      section,
      severity: "security",
      shows: `${called[to]} rejects a used nonce with its timestamp, though the rest of the request is another.`,
      steps: [
        { send: { to }, keep: "first" },
        send(
          {
            to,
            extra: [{ in: "query", wire: "other=1", signed: [["other", "1"]] }],
            change: [
              { set: "oauth_nonce", to: { sameAs: "first" } },
              { set: "oauth_timestamp", to: { sameAs: "first" } },
            ],
          },
          rejected,
        ),
      ],
    },
    {
      id: `3.3/nonce/rejected-request-spends-none/${to}`,
      section,
      severity: "security",
      shows: `A request with a wrong signature does not spend the nonce: ${called[to].toLowerCase()} accepts the right one behind it.`,
      steps: [
        { send: { to, signature: "last-byte-changed" }, expect: rejected, keep: "anonymous" },
        send(
          {
            to,
            change: [
              { set: "oauth_nonce", to: { sameAs: "anonymous" } },
              { set: "oauth_timestamp", to: { sameAs: "anonymous" } },
            ],
          },
          accepted,
        ),
      ],
    },
  ]),
  ...bothOperations.flatMap((to) =>
    placements.map(
      (placement): Case => ({
        id: `3.3/replay/${to}/${placement}`,
        section,
        severity: "security",
        shows: `${called[to]} rejects a request that it has seen, sent by the ${placement}.`,
        steps: [
          { send: { to, placement }, keep: "first" },
          send({ to, again: "first" }, rejected),
          send({ to, again: "first" }, rejected),
        ],
      }),
    ),
  ),
  {
    id: "3.3/replay/in-another-place",
    section,
    severity: "security",
    shows: "A nonce that came by the header is used for the query as well.",
    needs: ["request-token", "header", "query"],
    steps: [
      { send: { to: "request-token", placement: "header" }, keep: "first" },
      send(
        {
          to: "request-token",
          placement: "query",
          change: [
            { set: "oauth_nonce", to: { sameAs: "first" } },
            { set: "oauth_timestamp", to: { sameAs: "first" } },
          ],
        },
        rejected,
      ),
    ],
  },
  {
    id: "3.3/replay/access-token",
    section,
    severity: "security",
    shows: "An exchange that was recorded gives out nothing again.",
    needs: ["approval"],
    steps: [
      { send: { to: "request-token" }, keep: "request" },
      { approve: "request" },
      { send: { to: "access-token", token: "request" }, keep: "exchange" },
      send({ to: "access-token", again: "exchange" }, rejected),
    ],
  },
  {
    id: "3.3/nonce/of-another-client",
    section,
    severity: "must",
    shows: "Another client may use the same nonce at the same time.",
    steps: [
      { send: { to: "request-token" }, keep: "first" },
      send(
        {
          to: "request-token",
          client: "second",
          change: [
            { set: "oauth_nonce", to: { sameAs: "first" } },
            { set: "oauth_timestamp", to: { sameAs: "first" } },
          ],
        },
        accepted,
      ),
    ],
  },
  {
    id: "3.3/nonce/of-another-token",
    section,
    severity: "must",
    shows: "The same nonce may be used at the same time with another token.",
    steps: [
      { send: { to: "request-token" }, keep: "first" },
      send(
        {
          to: "resource",
          change: [
            { set: "oauth_nonce", to: { sameAs: "first" } },
            { set: "oauth_timestamp", to: { sameAs: "first" } },
          ],
        },
        accepted,
      ),
    ],
  },
  {
    id: "3.3/nonce/case-sensitive",
    section,
    severity: "must",
    shows: "Nonces that differ in case are two.",
    steps: [
      {
        send: { to: "request-token", change: [{ set: "oauth_nonce", to: { before: "abcdef" } }] },
        keep: "first",
      },
      send(
        {
          to: "request-token",
          change: [
            { set: "oauth_nonce", to: { sameAs: "first" } },
            { set: "oauth_nonce", to: { edit: "swapped-case" } },
            { set: "oauth_timestamp", to: { sameAs: "first" } },
          ],
        },
        accepted,
      ),
    ],
  },
  ...nonces.map(([name, what, text]) =>
    single(
      {
        id: `3.3/nonce/characters/${name}`,
        section,
        severity: "must",
        shows: `A nonce ${what} is accepted.`,
      },
      { to: "request-token", change: [{ set: "oauth_nonce", to: { before: text } }] },
      accepted,
    ),
  ),
  ...(
    [
      ["long", "of 10,000 characters", { repeated: "a", times: 10_000 }],
      ["not-ascii", "that is not ASCII", "nonce-é"],
      ["null-byte", "with a null byte", { after: "\u0000" }],
      ["line-end", "with a line end", { after: "\r\n" }],
      ["markup", "with markup", "<script>alert(1)</script>"],
      ["quote", "with a quotation mark", "'\" or 1=1 --"],
    ] as const
  ).map(([name, what, to]) =>
    single(
      {
        id: `3.3/nonce/answered/${name}`,
        section: "4.10",
        severity: "security",
        shows: `A nonce ${what} gets a response, and not a server error.`,
      },
      { to: "request-token", change: [{ set: "oauth_nonce", to }] },
      answered,
    ),
  ),
];
