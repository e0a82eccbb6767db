/** §2.1: the callback with which a request token is requested. Someone else's callback would receive the verifier. */
import type { Case } from "../case.ts";
import { placements } from "../protocol.ts";
import type { Value } from "../request/sent.ts";
import { accepted, called, rejected, single } from "./parts.ts";

const section = "2.1";

/** Callbacks of an attacker who hopes that only a part is compared. `{}` stands for the provider's own callback. */
const foreign: readonly (readonly [string, string, Value])[] = [
  ["another-site", "of another site", "https://attacker.example/callback"],
  [
    "another-site-own-in-query",
    "of another site with the registered one in its query",
    { before: "https://attacker.example/?" },
  ],
  [
    "another-site-own-in-path",
    "of another site with the registered one in its path",
    { before: "https://attacker.example/" },
  ],
  [
    "another-site-own-in-fragment",
    "of another site with the registered one in its fragment",
    { before: "https://attacker.example/#" },
  ],
  ["own-as-user", "with the registered one as user name", { after: "@attacker.example/" }],
  ["longer-path", "that begins with the registered one", { after: "-attacker" }],
  ["path-below", "below the registered one", { after: "/below" }],
  ["path-up", "that leads up from the registered one", { after: "/../other" }],
  ["encoded-path-up", "that leads up from the registered one, encoded", { after: "/%2e%2e/other" }],
  ["backslash", "with a backslash behind the registered one", { after: "\\..\\other" }],
  ["fragment", "with a fragment", { after: "#fragment" }],
  ["line-end", "with a line end", { after: "\r\nLocation: https://attacker.example/" }],
  ["null-byte", "with a null byte", { after: "\u0000.attacker.example" }],
  ["space-before", "with a space before it", { before: " " }],
  ["space-behind", "with a space behind it", { after: " " }],
  ["no-scheme", "without a scheme", "//attacker.example/callback"],
  ["path-alone", "that is a path alone", "/callback"],
  ["word", "that is not a URL", "callback"],
  ["javascript", "of the scheme javascript", "javascript:alert(1)//"],
  ["data", "of the scheme data", "data:text/html,callback"],
  ["file", "of the scheme file", "file:///etc/passwd"],
  ["in-other-case", "with its path in other case", { edit: "swapped-case" }],
  ["reversed", "that has the same characters in another order", { edit: "reversed" }],
  ["two", "behind another and a comma", { before: "https://attacker.example/," }],
  ["two-with-space", "behind another and a space", { before: "https://attacker.example/ " }],
];

export const cases: readonly Case[] = [
  ...placements.flatMap((placement) => [
    single(
      {
        id: `2.1/callback-missing/${placement}`,
        section,
        severity: "must",
        shows: `${called["request-token"]} rejects a request without oauth_callback, sent by the ${placement}.`,
      },
      { to: "request-token", placement, change: [{ omit: "oauth_callback" }] },
      rejected,
    ),
    single(
      {
        id: `2.1/callback-empty/${placement}`,
        section,
        severity: "must",
        shows: `${called["request-token"]} rejects an empty oauth_callback, sent by the ${placement}.`,
      },
      { to: "request-token", placement, change: [{ set: "oauth_callback", to: "" }] },
      rejected,
    ),
  ]),
  ...foreign.map(([name, what, to]) =>
    single(
      {
        id: `2.1/callback-not-registered/${name}`,
        section,
        severity: "security",
        shows: `${called["request-token"]} rejects a callback ${what}.`,
        needs: ["registered callbacks"],
      },
      { to: "request-token", change: [{ set: "oauth_callback", to }] },
      rejected,
    ),
  ),
  ...(["javascript:alert(1)//", "data:text/html,callback", "vbscript:callback"] as const).map(
    (to) =>
      single(
        {
          id: `2.1/callback-scheme/${to.split(":", 1)[0]}`,
          section,
          severity: "security",
          shows: `${called["request-token"]} rejects the callback ${to}, which would run in the provider's page.`,
        },
        { to: "request-token", change: [{ set: "oauth_callback", to }] },
        rejected,
      ),
  ),
  single(
    {
      id: "2.1/callback-with-query",
      section,
      severity: "must",
      shows: "A callback may have a query of its own.",
      needs: ["callback"],
    },
    { to: "request-token", change: [{ set: "oauth_callback", to: { after: "?kept=a%20b" } }] },
    accepted,
  ),
  single(
    {
      id: "2.1/oob-is-case-sensitive",
      section,
      severity: "must",
      shows: "OOB in upper case does not request a PIN.",
    },
    { to: "request-token", change: [{ set: "oauth_callback", to: "OOB" }] },
    rejected,
  ),
];
