/** Requests that the application signs on its own behalf, without a token ("two-legged", §3.1). */
import type { Case } from "../case.ts";
import { placements, signatureMethods } from "../protocol.ts";
import type { Sent } from "../request/sent.ts";
import { type SecretFault, secretFaults } from "../signing/signature-faults.ts";
import { accepted, everyKind, parameter, rejected, send, single } from "./parts.ts";

const to = "application-resource";
const section = "3.1";
const resource = "The application's resource";

/** Launches of learning tools have such values in their forms. */
const values = [
  ["line-ends", "line ends", "one\r\ntwo\nthree"],
  ["spaces", "several spaces", "  two  spaces   and three "],
  ["html", "HTML", '<p class="a">It\'s 100% &amp; more</p>'],
  ["emoji", "emoji", "Zürich 🎓👩‍🏫"],
] as const;

const wrong: readonly SecretFault[] = [
  ...(["wrong-consumer-secret", "no-consumer-secret", "no-secrets", "empty-key"] as const),
  ...(["key-without-ampersand", "consumer-secret-cut"] as const),
];

const unknownToken = { set: "oauth_token", to: "conformanceunknowntoken" } as const;

/** The name of a request, what it is, and how it differs from a right one. */
const rejectedRequests: readonly (readonly [string, string, Partial<Sent>])[] = [
  ["unknown-client", "an unknown consumer key", { client: "unknown" }],
  ["unknown-token", "a token that does not exist", { change: [unknownToken] }],
  ["token-added", "a token added after signing", { afterwards: [unknownToken] }],
  [
    "another-nonce",
    "another nonce than it signed",
    {
      afterwards: [{ set: "oauth_nonce", to: "anothernonce" }],
    },
  ],
  [
    "day-old",
    "a timestamp that is a day old",
    {
      change: [{ set: "oauth_timestamp", to: { now: -86_400 } }],
    },
  ],
  ["no-signature", "no signature", { afterwards: [{ omit: "oauth_signature" }] }],
  ["empty-signature", "an empty signature", { signature: "empty" }],
];

function acceptedOne(name: string, what: string, more: Partial<Sent>): Case {
  return single(
    {
      id: `${section}/application-alone/${name}`,
      section,
      severity: "must",
      shows: `${resource} accepts a request without a token ${what}.`,
    },
    { to, ...more },
    accepted,
  );
}

function rejectedOne(name: string, what: string, more: Partial<Sent>): Case {
  return single(
    {
      id: `${section}/application-alone/${name}`,
      section,
      severity: "security",
      shows: `${resource} rejects a request without a user's token that has ${what}.`,
    },
    { to, ...more },
    rejected,
  );
}

export const cases: readonly Case[] = [
  ...placements.map((placement) =>
    acceptedOne(`accepted/${placement}`, `by the ${placement}`, { placement, extra: [everyKind] }),
  ),
  ...placements.map((placement) =>
    acceptedOne(`empty-token/${placement}`, `and an empty oauth_token by the ${placement}`, {
      placement,
      change: [{ add: "oauth_token", value: "" }],
    }),
  ),
  ...signatureMethods.map((signatureMethod) =>
    acceptedOne(`method/${signatureMethod}`, `with ${signatureMethod}`, { signatureMethod }),
  ),
  acceptedOne("callback", "with oauth_callback=about:blank, as launches have it", {
    change: [{ add: "oauth_callback", value: "about:blank" }],
  }),
  ...values.flatMap(([name, what, value]) =>
    (["query", "form"] as const).map((place) =>
      acceptedOne(`values/${name}/${place}`, `with ${what} in the ${place}`, {
        extra: [parameter(place, "text", value)],
      }),
    ),
  ),
  ...wrong.map((fault) =>
    rejectedOne(`key/${fault}`, secretFaults[fault].name, { secrets: fault }),
  ),
  ...rejectedRequests.map(([name, what, more]) => rejectedOne(name, what, more)),
  {
    id: `${section}/application-alone/replayed`,
    section: "3.3",
    severity: "security",
    shows: `${resource} accepts the same request once.`,
    steps: [{ send: { to }, keep: "first" }, send({ to, again: "first" }, rejected)],
  },
];
