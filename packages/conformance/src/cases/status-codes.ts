/** §3.2: which status a rejection should have. */
import type { Case } from "../case.ts";
import type { Change, Sent } from "../request/sent.ts";
import { bothOperations, called, rejected, single } from "./parts.ts";

const section = "3.2";

type Row = readonly [string, string, Omit<Sent, "to">];

function change(...changes: Change[]): Omit<Sent, "to"> {
  return { change: changes };
}

const badRequests: readonly Row[] = [
  ["no-consumer-key", "without a consumer key", change({ omit: "oauth_consumer_key" })],
  ["no-method", "without a signature method", change({ omit: "oauth_signature_method" })],
  ["no-timestamp", "without a timestamp", change({ omit: "oauth_timestamp" })],
  ["no-nonce", "without a nonce", change({ omit: "oauth_nonce" })],
  ["no-signature", "without a signature", { afterwards: [{ omit: "oauth_signature" }] }],
  [
    "unknown-method",
    "with an unknown signature method",
    change({ set: "oauth_signature_method", to: "NONE" }),
  ],
  ["unknown-version", "with an unknown version", change({ set: "oauth_version", to: "2.0" })],
  ["nonce-twice", "with two nonces", change({ add: "oauth_nonce", value: { after: "2" } })],
  ["timestamp-twice", "with two timestamps", change({ add: "oauth_timestamp", value: "1" })],
  [
    "key-twice",
    "with two consumer keys",
    change({ add: "oauth_consumer_key", value: "conformance" }),
  ],
];

const unauthorized: readonly Row[] = [
  ["unknown-client", "with an unknown consumer key", { client: "unknown" }],
  ["wrong-signature", "with a wrong signature", { signature: "last-byte-changed" }],
  ["wrong-secret", "with a wrong secret", { secrets: "wrong-consumer-secret" }],
];

export const cases: readonly Case[] = [
  ...bothOperations.flatMap((to) => [
    ...badRequests.map(([name, what, sent]) =>
      single(
        {
          id: `3.2/400/${name}/${to}`,
          section,
          severity: "should",
          shows: `${called[to]} responds to a request ${what} with 400.`,
        },
        { to, ...sent },
        { ...rejected, status: [400] },
      ),
    ),
    ...unauthorized.map(([name, what, sent]) =>
      single(
        {
          id: `3.2/401/${name}/${to}`,
          section,
          severity: "should",
          shows: `${called[to]} responds to a request ${what} with 401.`,
        },
        { to, ...sent },
        { ...rejected, status: [401] },
      ),
    ),
    {
      id: `3.2/401/used-nonce/${to}`,
      section,
      severity: "should" as const,
      shows: `${called[to]} responds to a request with a used nonce with 401.`,
      steps: [
        { send: { to }, keep: "first" },
        { send: { to, again: "first" }, expect: { ...rejected, status: [401] } },
      ],
    },
    single(
      {
        id: `3.2/challenge/${to}`,
        section: "3.5.1",
        severity: "should",
        shows: `${called[to]} names the OAuth scheme in WWW-Authenticate when it rejects a signature.`,
      },
      { to, signature: "last-byte-changed" },
      { ...rejected, checks: ["challenge"] },
    ),
  ]),
  single(
    {
      id: "3.2/401/unknown-token",
      section,
      severity: "should",
      shows: "The resource responds to a request with an unknown token with 401.",
    },
    { to: "resource", change: [{ set: "oauth_token", to: "thereisnosuchtoken0000000000" }] },
    { ...rejected, status: [401] },
  ),
  single(
    {
      id: "3.5.1/challenge/no-credentials",
      section: "3.5.1",
      severity: "should",
      shows:
        "The resource responds to a request without credentials with 401, and names the OAuth scheme in WWW-Authenticate.",
    },
    { to: "resource", header: "absent" },
    { ...rejected, status: [401], checks: ["challenge"] },
  ),
  single(
    {
      id: "3.2/401/no-credentials",
      section: "3.5.1",
      severity: "should",
      shows: "The resource responds to a request without an access token with 400 or 401.",
    },
    { to: "resource", change: [{ omit: "oauth_token" }], secrets: "wrong-token-secret" },
    { ...rejected, status: [400, 401] },
  ),
];
