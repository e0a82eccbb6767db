/** §3.5.1: how clients write the Authorization header. */
import type { Case } from "../case.ts";
import type { HeaderStyle } from "../request/sent.ts";
import { accepted, answered, bothOperations, called, rejected, single } from "./parts.ts";

const section = "3.5.1";

const right: readonly (readonly [HeaderStyle, Case["severity"], string])[] = [
  ["without-spaces", "must", "without spaces behind its commas"],
  ["with-tabs", "must", "with tabs behind its commas"],
  ["scheme-in-lower-case", "must", "with its scheme in lower case"],
  ["scheme-in-upper-case", "must", "with its scheme in upper case"],
  ["realm-first", "must", "with a realm before the parameters, which is not signed"],
  ["realm-last", "must", "with a realm behind the parameters, which is not signed"],
  ["realm-empty", "must", "with an empty realm"],
  ["realm-with-comma", "must", "with a comma in its realm"],
  ["in-other-order", "must", "with its parameters in another order"],
  ["names-encoded", "should", "with its names percent-encoded"],
  ["everything-encoded", "should", "with every character of its values percent-encoded"],
];

const wrong: readonly (readonly [HeaderStyle, Case["severity"], string])[] = [
  ["another-scheme", "must", "under the scheme Bearer"],
  ["scheme-alone", "must", "that has a scheme and nothing else"],
];

const odd: readonly (readonly [HeaderStyle, string])[] = [
  ["twice", "that comes twice"],
  ["without-quotes-closed", "whose last quotation mark is missing"],
  ["single-quotes", "with single quotation marks"],
  ["without-commas", "without commas"],
];

export const cases: readonly Case[] = bothOperations.flatMap((to) => [
  ...right.map(([header, severity, what]) =>
    single(
      {
        id: `3.5.1/${header}/${to}`,
        section,
        severity,
        shows: `${called[to]} accepts a header ${what}.`,
      },
      { to, header },
      accepted,
    ),
  ),
  ...wrong.map(([header, severity, what]) =>
    single(
      {
        id: `3.5.1/${header}/${to}`,
        section,
        severity,
        shows: `${called[to]} rejects a header ${what}.`,
      },
      { to, header },
      rejected,
    ),
  ),
  ...odd.map(([header, what]) =>
    single(
      {
        id: `3.5.1/${header}/${to}`,
        section,
        severity: "security",
        shows: `${called[to]} handles a header ${what} without a server error.`,
      },
      { to, header },
      answered,
    ),
  ),
]);
