/** §2.3: the exchange of a request token. */
import type { Case, Step } from "../case.ts";
import { placements } from "../protocol.ts";
import type { Sent, Value } from "../request/sent.ts";
import {
  accepted,
  approvedRequest,
  called,
  exchange,
  formAnswer,
  issuingAnswers,
  type ResponseCase,
  rejected,
  send,
} from "./parts.ts";

const section = "2.3";
const needs = ["approval"] as const;

const answers: readonly ResponseCase[] = [
  formAnswer(section),
  ...issuingAnswers,
  [
    "other-token",
    "must",
    "2.3",
    "gives out a token that is not the request token",
    ["not-the-request-token"],
  ],
];

/** Wrong verifiers. A user types a PIN, so a provider may overlook white space in it, but not in a callback's. */
const verifiers: readonly (readonly [string, string, Value, Case["needs"]?])[] = [
  ["empty", "an empty verifier", ""],
  ["wrong", "another verifier", "conformance"],
  ["last-changed", "a verifier with another last character", { edit: "last-changed" }],
  ["halved", "half of the verifier", { edit: "halved" }],
  ["longer", "the verifier and one character more", { after: "0" }],
  ["space-before", "a space and the verifier", { before: " " }, ["callback"]],
  ["list", "a list that has the verifier in it", { before: "0," }],
  ["null-byte", "the verifier and a null byte", { after: "\u0000" }],
  ["star", "a star", "*"],
  ["percent", "a percent sign", "%"],
  ["true", "the word true", "true"],
  ["zero", "a zero", "0"],
  ["the-token", "the request token as its verifier", { tokenOf: "request" }],
];

function rejectedExchange(
  id: string,
  severity: Case["severity"],
  shows: string,
  sent: Partial<Sent>,
  more: Pick<Case, "needs"> = {},
): Case {
  const steps = [...approvedRequest, send({ ...exchange, ...sent }, rejected)];
  return { id: `2.3/${id}`, section, severity, shows, needs, ...more, steps };
}

/** Tries of someone without a right to the request token. The correct exchange must still work afterwards. */
const anonymous: readonly (readonly [string, string, Partial<Sent>])[] = [
  ["wrong-signature", "a wrong signature", { signature: "last-byte-changed" }],
  [
    "wrong-signature-and-verifier",
    "a wrong signature and a wrong verifier",
    { signature: "last-byte-changed", change: [{ set: "oauth_verifier", to: "conformance" }] },
  ],
  ["no-signature", "no signature", { afterwards: [{ omit: "oauth_signature" }] }],
  ["unknown-client", "an unknown consumer key", { client: "unknown" }],
  ["other-client", "another client's key", { client: "second" }],
  [
    "old-timestamp",
    "a timestamp of 1970",
    { change: [{ set: "oauth_timestamp", to: "1" }], signature: "last-byte-changed" },
  ],
  [
    "wrong-method",
    "an unknown signature method",
    { change: [{ set: "oauth_signature_method", to: "NONE" }] },
  ],
];

export const cases: readonly Case[] = [
  ...placements.flatMap((placement) =>
    (["GET", "POST"] as const)
      .filter((method) => placement !== "form" || method === "POST")
      .map(
        (method): Case => ({
          id: `2.3/accepted/${placement}/${method.toLowerCase()}`,
          section,
          severity: "must",
          shows: `${called["access-token"]} accepts ${method} with its parameters in the ${placement}, with status 200.`,
          needs,
          steps: [
            ...approvedRequest,
            send({ ...exchange, placement, method }, { ...accepted, status: [200] }),
          ],
        }),
      ),
  ),
  ...answers.map(
    ([name, severity, where, what, checks]): Case => ({
      id: `2.3/answer/${name}`,
      section: where,
      severity,
      shows: `${called["access-token"]} ${what}.`,
      needs,
      steps: [...approvedRequest, send(exchange, { ...accepted, checks })],
    }),
  ),
  {
    id: "2.3/token-works",
    section,
    severity: "must",
    shows: "The access token opens the resource.",
    needs,
    steps: [
      ...approvedRequest,
      { send: exchange, keep: "access" },
      send({ to: "resource", token: "access" }, accepted),
    ],
  },
  ...placements.map((placement) =>
    rejectedExchange(
      `verifier-missing/${placement}`,
      "security",
      `${called["access-token"]} rejects a request without a verifier, sent by the ${placement}.`,
      { placement, change: [{ omit: "oauth_verifier" }] },
    ),
  ),
  ...verifiers.map(([name, what, to, more = []]) =>
    rejectedExchange(
      `verifier/${name}`,
      "security",
      `${called["access-token"]} rejects ${what}.`,
      { change: [{ set: "oauth_verifier", to }] },
      { needs: [...needs, ...more] },
    ),
  ),
  rejectedExchange(
    "verifier/in-other-case",
    "security",
    `${called["access-token"]} rejects the verifier in other case.`,
    { change: [{ set: "oauth_verifier", to: { edit: "swapped-case" } }] },
    { needs: [...needs, "callback"] },
  ),
  {
    id: "2.3/verifier/of-another-token",
    section,
    severity: "security",
    shows: `${called["access-token"]} rejects the verifier of another request token.`,
    needs,
    steps: [
      { send: { to: "request-token" }, keep: "other" },
      { approve: "other" },
      ...approvedRequest,
      send(
        { ...exchange, change: [{ set: "oauth_verifier", to: { verifierOf: "other" } }] },
        rejected,
      ),
    ],
  },
  {
    id: "2.3/not-approved",
    section,
    severity: "security",
    shows: "A request token that was not approved cannot be exchanged.",
    needs,
    steps: [{ send: { to: "request-token" }, keep: "request" }, send(exchange, rejected)],
  },
  {
    id: "2.3/not-approved-without-verifier",
    section,
    severity: "security",
    shows: "A request token that was not approved cannot be exchanged without a verifier either.",
    needs,
    steps: [
      { send: { to: "request-token" }, keep: "request" },
      send({ ...exchange, change: [{ omit: "oauth_verifier" }] }, rejected),
    ],
  },
  {
    id: "2.3/not-approved-empty-verifier",
    section,
    severity: "security",
    shows:
      "A request token that was not approved cannot be exchanged with an empty verifier either.",
    needs,
    steps: [
      { send: { to: "request-token" }, keep: "request" },
      send({ ...exchange, change: [{ set: "oauth_verifier", to: "" }] }, rejected),
    ],
  },
  {
    id: "2.3/once/again",
    section: "2",
    severity: "security",
    shows: "A request token is exchanged once.",
    needs,
    steps: [...approvedRequest, { send: exchange }, send(exchange, rejected)],
  },
  {
    id: "2.3/once/at-the-same-time",
    section: "2",
    severity: "security",
    shows: "Of eight exchanges at the same time one is accepted.",
    needs,
    steps: [...approvedRequest, { together: exchange, times: 8 }],
  },
  {
    id: "2.3/once/same-request-at-the-same-time",
    section: "2",
    severity: "security",
    shows: "Of eight equal exchanges at the same time one is accepted.",
    needs,
    steps: [...approvedRequest, { together: exchange, times: 8, same: true }],
  },
  rejectedExchange(
    "other-client",
    "security",
    "A request token cannot be exchanged with another client's key.",
    { client: "second" },
  ),
  rejectedExchange(
    "token-missing",
    "must",
    `${called["access-token"]} rejects a request without oauth_token.`,
    { change: [{ omit: "oauth_token" }] },
  ),
  rejectedExchange(
    "token-empty",
    "must",
    `${called["access-token"]} rejects an empty oauth_token.`,
    { change: [{ set: "oauth_token", to: "" }] },
  ),
  rejectedExchange(
    "token-unknown",
    "must",
    `${called["access-token"]} rejects a token that does not exist.`,
    { change: [{ set: "oauth_token", to: "thereisnosuchtoken0000000000" }] },
  ),
  rejectedExchange(
    "token-in-other-case",
    "must",
    `${called["access-token"]} rejects the request token in other case.`,
    { change: [{ set: "oauth_token", to: { edit: "swapped-case" } }] },
  ),
  rejectedExchange(
    "token-secret-left-out",
    "security",
    "An exchange has to be signed with the request token's secret too.",
    { secrets: "wrong-token-secret" },
  ),
  rejectedExchange("signed-by-nobody", "security", "An exchange without a signature is rejected.", {
    afterwards: [{ omit: "oauth_signature" }],
  }),
  {
    id: "2.3/another-tokens-secret",
    section,
    severity: "security",
    shows: "An exchange that is signed with another request token's secret is rejected.",
    needs,
    steps: [
      { send: { to: "request-token" }, keep: "other" },
      ...approvedRequest,
      send({ ...exchange, secretOf: "other" }, rejected),
    ],
  },
  {
    id: "2.3/verifier-not-signed",
    section,
    severity: "security",
    shows: "A verifier that was changed after signing is rejected.",
    needs,
    steps: [
      { send: { to: "request-token" }, keep: "request" },
      send({ ...exchange, afterwards: [{ set: "oauth_verifier", to: "conformance" }] }, rejected),
    ],
  },
  ...anonymous.map(
    ([name, what, sent]): Case => ({
      id: `2.3/anonymous/${name}`,
      section: "4.10",
      severity: "security",
      shows: `A try with ${what} does not use the request token up.`,
      needs,
      steps: [
        ...approvedRequest,
        send({ ...exchange, ...sent }, rejected),
        send(exchange, accepted),
      ],
    }),
  ),
  {
    id: "2.3/anonymous/many-tries",
    section: "4.10",
    severity: "security",
    shows: "Six attempts by someone without the secret do not use up the request token.",
    needs,
    steps: [
      ...approvedRequest,
      ...Array.from(
        { length: 6 },
        (): Step =>
          send(
            {
              ...exchange,
              secrets: "wrong-consumer-secret",
              change: [{ set: "oauth_verifier", to: "conformance" }],
            },
            rejected,
          ),
      ),
      send(exchange, accepted),
    ],
  },
  {
    id: "2.3/request-token-opens-nothing",
    section,
    severity: "security",
    shows: "A request token does not work as an access token.",
    needs: ["resource", "standing token"],
    steps: [
      { send: { to: "request-token" }, keep: "request" },
      send({ to: "resource", token: "request" }, rejected),
    ],
  },
  {
    id: "2.3/approved-request-token-opens-nothing",
    section,
    severity: "security",
    shows: "An approved request token does not work as an access token.",
    needs,
    steps: [...approvedRequest, send({ to: "resource", token: "request" }, rejected)],
  },
  {
    id: "2.3/exchanged-request-token-opens-nothing",
    section,
    severity: "security",
    shows: "An exchanged request token does not work as an access token.",
    needs,
    steps: [
      ...approvedRequest,
      { send: exchange },
      send({ to: "resource", token: "request" }, rejected),
    ],
  },
  {
    id: "2.3/access-token-is-no-request-token",
    section,
    severity: "security",
    shows: "An access token cannot be exchanged.",
    needs,
    steps: [send({ to: "access-token", token: "quota" }, rejected)],
  },
];
