/** §2.2: what the authorization page does, and where it sends the user. */
import type { Case, Step } from "../case.ts";
import type { CheckName } from "../checks.ts";
import { accepted, approvedRequest, exchange, rejected, send } from "./parts.ts";

const section = "2.2";
const requestToken: Step = { send: { to: "request-token" }, keep: "request" };

function landing(
  id: string,
  severity: Case["severity"],
  shows: string,
  checks: readonly CheckName[],
): Case {
  return {
    id: `2.2/${id}`,
    section,
    severity,
    shows,
    needs: ["callback"],
    steps: [requestToken, { approve: "request", checks }],
  };
}

function withQuery(id: string, shows: string, checks: readonly CheckName[]): Case {
  return {
    id: `2.2/${id}`,
    section,
    severity: "must",
    shows,
    needs: ["callback"],
    steps: [
      {
        send: {
          to: "request-token",
          change: [{ set: "oauth_callback", to: { after: "?kept=a%20b" } }],
        },
        keep: "request",
      },
      { approve: "request", checks },
    ],
  };
}

/** Parameters that an attacker adds to the link that the user opens. */
const added: readonly (readonly [string, string])[] = [
  ["oauth_callback", "https://attacker.example/"],
  ["callback", "https://attacker.example/"],
  ["redirect_uri", "https://attacker.example/"],
];

export const cases: readonly Case[] = [
  landing("callback-has-token", "must", "The callback gets the request token as oauth_token.", [
    "callback-has-token",
  ]),
  landing("callback-has-verifier", "must", "The callback gets an oauth_verifier.", [
    "callback-has-verifier",
  ]),
  landing(
    "callback-is-the-one-asked-for",
    "security",
    "The user is sent to the callback that the request token was asked for with.",
    ["callback-is-ours"],
  ),
  landing("callback-without-secrets", "security", "The callback's address has no secret in it.", [
    "no-secret-in-callback",
  ]),
  landing("verifier-is-long", "security", "The verifier in a callback cannot be guessed.", [
    "long-verifier",
  ]),
  withQuery("callback-keeps-query", "The callback's own query is kept as it was sent.", [
    "callback-keeps-query",
  ]),
  withQuery("callback-adds-at-end", "The parameters are added behind the callback's own query.", [
    "callback-adds-at-end",
  ]),
  ...added.map(
    (pair): Case => ({
      id: `2.2/${pair[0]}-in-the-link`,
      section,
      severity: "security",
      shows: `An address in the link's ${pair[0]} does not take the verifier away.`,
      needs: ["callback"],
      steps: [requestToken, { approve: "request", more: [pair], checks: ["callback-is-ours"] }],
    }),
  ),
  {
    id: "2.2/callback-cannot-be-set-later",
    section,
    severity: "security",
    shows:
      "After an address was added to the link, the exchange still works with the verifier of the user who approved.",
    needs: ["callback"],
    steps: [
      requestToken,
      { approve: "request", more: [["oauth_callback", "https://attacker.example/"]] },
      send(exchange, accepted),
    ],
  },
  ...(
    [
      ["no-token", "without a request token", {}],
      ["empty-token", "with an empty request token", { text: "" }],
      [
        "unknown-token",
        "with a request token that does not exist",
        { text: "thereisnosuchtoken0000000000" },
      ],
      [
        "markup-in-token",
        "with markup in the place of a request token",
        { text: "<script>alert(1)</script>" },
      ],
    ] as const
  ).map(
    ([name, what, open]): Case => ({
      id: `2.2/page/${name}`,
      section,
      severity: "must",
      shows: `The page, opened ${what}, gets a response and no redirect to another site.`,
      steps: [{ open, expect: { decision: "answered", checks: ["leads-nowhere-else"] } }],
    }),
  ),
  {
    id: "2.2/page/asks-first",
    section,
    severity: "security",
    shows: "A browser without a signed-in user is not redirected to the callback.",
    steps: [
      requestToken,
      {
        open: { token: "request" },
        expect: { decision: "answered", checks: ["leads-nowhere-else"] },
      },
    ],
  },
  {
    id: "2.2/page/no-frames",
    section: "4.14",
    severity: "security",
    shows: "No other site can show the page in a frame and have the user press its button.",
    steps: [
      requestToken,
      { open: { token: "request" }, expect: { decision: "answered", checks: ["no-frames"] } },
    ],
  },
  {
    id: "2.2/page/without-secrets",
    section: "4.2",
    severity: "security",
    shows: "The page has no secret in it.",
    steps: [
      requestToken,
      { open: { token: "request" }, expect: { decision: "answered", checks: ["no-secret"] } },
    ],
  },
  {
    id: "2.2/opening-approves-nothing",
    section,
    severity: "security",
    shows:
      "A request token whose page was opened, but neither approved nor denied, cannot be exchanged.",
    needs: ["approval"],
    steps: [
      requestToken,
      { open: { token: "request" }, expect: { decision: "answered" } },
      send(exchange, rejected),
    ],
  },
  {
    id: "2.2/denied",
    section,
    severity: "must",
    shows: "A user who says no gives out no verifier.",
    steps: [requestToken, { approve: "request", decision: "deny", checks: ["no-verifier"] }],
  },
  {
    id: "2.2/denied-token",
    section,
    severity: "security",
    shows: "A request token that the user denied cannot be exchanged.",
    steps: [requestToken, { approve: "request", decision: "deny" }, send(exchange, rejected)],
  },
  {
    id: "2.2/exchanged-token-page",
    section,
    severity: "must",
    shows: "The page of a request token that was exchanged leads nowhere else.",
    steps: [
      ...approvedRequest,
      { send: exchange },
      {
        open: { token: "request" },
        expect: { decision: "answered", checks: ["leads-nowhere-else"] },
      },
    ],
  },
];
