/** §4: answers reveal no secret, and no request breaks the server. */
import type { Case } from "../case.ts";
import { placements } from "../protocol.ts";
import type { Extra, Sent } from "../request/sent.ts";
import { answered, bothOperations, called, rejected, send, single } from "./parts.ts";

const severity = "security";

const leaks: readonly (readonly [string, string, Omit<Sent, "to">])[] = [
  ["wrong-signature", "a wrong signature", { signature: "last-byte-changed" }],
  ["wrong-secret", "a wrong secret", { secrets: "wrong-consumer-secret" }],
  ["old-timestamp", "a timestamp of 1970", { change: [{ set: "oauth_timestamp", to: "1" }] }],
  ["no-nonce", "no nonce", { change: [{ omit: "oauth_nonce" }] }],
  [
    "unknown-method",
    "an unknown signature method",
    { change: [{ set: "oauth_signature_method", to: "NONE" }] },
  ],
];

function sentAs(place: "query" | "form", wire: string): Extra {
  return { in: place, wire, signed: [] };
}

/** Signed or not, they need only be answered with a status below 500. */
const odd: readonly (readonly [string, string, string])[] = [
  ["lone-percent", "a percent sign alone", "a=%"],
  ["half-escape", "half an escape", "a=%4"],
  ["no-hex", "an escape without hex", "a=%zz"],
  ["percent-u", "an escape of another kind", "a=%u0041"],
  ["overlong", "an overlong form of UTF-8", "a=%C0%AF"],
  ["surrogate", "half a surrogate pair", "a=%ED%A0%80"],
  ["ampersands", "nothing but ampersands", "&&&&&&"],
  ["equals-signs", "nothing but equals signs", "===="],
  ["empty-name", "a value without a name", "=a"],
  ["null-name", "a null byte as name", "%00=a"],
  ["many", "1,000 parameters", Array.from({ length: 1000 }, (_, at) => `p${at}=${at}`).join("&")],
  ["same-name", "one name 500 times", Array.from({ length: 500 }, () => "a=1").join("&")],
  [
    "brackets",
    "nested brackets",
    `a${"[a]".repeat(300)}=1`.replaceAll("[", "%5B").replaceAll("]", "%5D"),
  ],
  ["prototype", "names that objects have", "__proto__=1&constructor=2&toString=3&hasOwnProperty=4"],
  ["long-name", "a name of 4,000 characters", `${"a".repeat(4000)}=1`],
  ["sql", "what SQL would read", "a=%27%20OR%201%3D1%20--"],
];

const long: readonly (readonly [string, string])[] = [
  ["oauth_consumer_key", "a consumer key"],
  ["oauth_token", "a token"],
  ["oauth_signature", "a signature"],
  ["oauth_signature_method", "a signature method"],
  ["oauth_version", "a version"],
  ["oauth_callback", "a callback"],
];

export const cases: readonly Case[] = [
  ...bothOperations.flatMap((to) =>
    leaks.map(([name, what, sent]) =>
      single(
        {
          id: `4/no-secret/${name}/${to}`,
          section: "4.5",
          severity,
          shows: `The response to ${what} contains no secret (${to}).`,
        },
        { to, ...sent },
        { ...rejected, checks: ["no-secret"] },
      ),
    ),
  ),
  {
    id: "4/no-secret/unapproved-exchange",
    section: "4.5",
    severity,
    shows: "The response to the exchange of a token that was not approved contains no secret.",
    needs: ["approval"],
    steps: [
      { send: { to: "request-token" }, keep: "request" },
      send({ to: "access-token", token: "request" }, { ...rejected, checks: ["no-secret"] }),
    ],
  },
  {
    id: "4/no-secret/second-exchange",
    section: "4.5",
    severity,
    shows: "The response to a second exchange contains no secret.",
    needs: ["approval"],
    steps: [
      { send: { to: "request-token" }, keep: "request" },
      { approve: "request" },
      { send: { to: "access-token", token: "request" }, keep: "access" },
      send({ to: "access-token", token: "request" }, { ...rejected, checks: ["no-secret"] }),
    ],
  },
  ...bothOperations.flatMap((to) =>
    (["query", "form"] as const).flatMap((place) =>
      odd.map(([name, what, wire]) =>
        single(
          {
            id: `4.10/answered/${name}/${to}/${place}`,
            section: "4.10",
            severity,
            shows: `${called[to]} handles ${what} in the ${place} without a server error.`,
          },
          { to, extra: [sentAs(place, wire)] },
          answered,
        ),
      ),
    ),
  ),
  ...placements.flatMap((placement) =>
    long.map(([name, what]) =>
      single(
        {
          id: `4.10/long/${name}/${placement}`,
          section: "4.10",
          severity,
          shows: `${what[0]?.toUpperCase()}${what.slice(1)} of 6,000 characters in the ${placement} is rejected.`,
        },
        {
          to: name === "oauth_token" ? "resource" : "request-token",
          placement,
          afterwards: [{ set: name, to: { repeated: "a", times: 6000 } }],
        },
        rejected,
      ),
    ),
  ),
];
