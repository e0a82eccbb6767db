/** §2.1: what a request for temporary credentials leads to. */
import type { Case } from "../case.ts";
import { placements } from "../protocol.ts";
import {
  accepted,
  called,
  formAnswer,
  issuingAnswers,
  type ResponseCase,
  single,
} from "./parts.ts";

const section = "2.1";

const answers: readonly ResponseCase[] = [
  formAnswer(section),
  [
    "confirmed",
    "must",
    "2.1",
    "confirms the callback with oauth_callback_confirmed=true",
    ["callback-confirmed"],
  ],
  ...issuingAnswers,
];

export const cases: readonly Case[] = [
  ...placements.flatMap((placement) =>
    (["GET", "POST"] as const)
      .filter((method) => placement !== "form" || method === "POST")
      .map((method) =>
        single(
          {
            id: `2.1/accepted/${placement}/${method.toLowerCase()}`,
            section,
            severity: "must",
            shows: `${called["request-token"]} accepts ${method} with its parameters in the ${placement}, with status 200.`,
          },
          { to: "request-token", placement, method },
          { ...accepted, status: [200] },
        ),
      ),
  ),
  ...placements.flatMap((placement) =>
    answers.map(([name, severity, where, what, checks]) =>
      single(
        {
          id: `2.1/answer/${name}/${placement}`,
          section: where,
          severity,
          shows: `${called["request-token"]} ${what}, when asked by the ${placement}.`,
        },
        { to: "request-token", placement },
        { ...accepted, checks },
      ),
    ),
  ),
  {
    id: "2.1/another-token",
    section,
    severity: "must",
    shows: "A second request gets another token and another secret.",
    steps: [
      { send: { to: "request-token" }, keep: "first" },
      {
        send: { to: "request-token" },
        expect: { ...accepted, checks: ["another-token", "another-secret"] },
      },
    ],
  },
  single(
    {
      id: "2.1/empty-token",
      section,
      severity: "must",
      shows: "An empty oauth_token may be sent, and counts as none.",
    },
    { to: "request-token", change: [{ set: "oauth_token", to: "" }] },
    accepted,
  ),
  single(
    {
      id: "2.1/without-version",
      section: "3.1",
      severity: "must",
      shows: "The parameter oauth_version may be left out.",
    },
    { to: "request-token", change: [{ omit: "oauth_version" }] },
    accepted,
  ),
];
