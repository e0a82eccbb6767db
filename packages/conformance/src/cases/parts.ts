import type { Case, Expected, Step } from "../case.ts";
import type { CheckName } from "../checks.ts";
import type { Operation, Placement } from "../protocol.ts";
import type { Extra, Sent } from "../request/sent.ts";
import { encoded } from "../signing/percent-encoding.ts";

export const accepted: Expected = { decision: "accepted" };
export const rejected: Expected = { decision: "rejected" };
export const answered: Expected = { decision: "answered" };

export const called: Readonly<Record<Operation, string>> = {
  "request-token": "The request token endpoint",
  "access-token": "The access token endpoint",
  resource: "The resource",
  "application-resource": "The application's resource",
  revocation: "The revocation endpoint",
};

/** The operations at which most kinds of request are tried: the first takes no token, the second takes one. */
export const bothOperations = ["request-token", "resource"] as const;

/** A parameter that is sent exactly as it is signed. */
export function parameter(where: Placement, name: string, value: string): Extra {
  const [key, text] = [encoded(name), encoded(value)];
  const wire = where === "header" ? `${key}="${text}"` : `${key}=${text}`;
  return { in: where, wire, signed: [[key, text]] };
}

/** Contains something that every fault of encoding or sorting would change. */
export const everyKind: Extra = {
  in: "query",
  wire: "z=&b=%2F~%2A%C3%A9%20x&c=d-e&a-b=1&a=2&a=10&A=3",
  signed: [
    ["z", ""],
    ["b", "%2F~%2A%C3%A9%20x"],
    ["c", "d-e"],
    ["a-b", "1"],
    ["a", "2"],
    ["a", "10"],
    ["A", "3"],
  ],
};

export function send(sent: Sent, expect: Expected): Step {
  return { send: sent, expect };
}

/** A request token that the user has approved, kept as `request`. */
export const approvedRequest: readonly Step[] = [
  { send: { to: "request-token" }, keep: "request" },
  { approve: "request" },
];

export const exchange: Sent = { to: "access-token", token: "request" };

export function single(
  about: Pick<Case, "id" | "section" | "severity" | "shows" | "needs">,
  sent: Sent,
  expect: Expected,
): Case {
  return { ...about, steps: [send(sent, expect)] };
}

/** A case about a response: its name, severity and section, what the endpoint should do, and the checks. */
export type ResponseCase = readonly [
  name: string,
  severity: Case["severity"],
  section: string,
  what: string,
  checks: readonly CheckName[],
];

/** §2.1 and §2.3 say for their endpoints that a response with credentials has the content type of a form. */
export function formAnswer(section: string): ResponseCase {
  return [
    "form",
    "must",
    section,
    "responds with the content type of a form",
    ["form-content-type"],
  ];
}

/** What else must hold for every response with credentials. */
export const issuingAnswers: readonly ResponseCase[] = [
  ["not-cached", "should", "4.4", "forbids shared caches to keep the credentials", ["not-cached"]],
  ["long-token", "security", "4.9", "gives out a token that cannot be guessed", ["long-token"]],
  ["long-secret", "security", "4.9", "gives out a secret that cannot be guessed", ["long-secret"]],
  [
    "secret-apart",
    "security",
    "4.9",
    "gives out a token that does not contain its secret",
    ["secret-is-not-token"],
  ],
];
