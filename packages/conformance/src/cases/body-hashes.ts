/**
 * Bodies that are not forms, with a signed hash in `oauth_body_hash`. RFC 5849 signs no such body; the hash is of
 * https://datatracker.ietf.org/doc/html/draft-eaton-oauth-bodyhash-00.
 */
import type { Case } from "../case.ts";
import { placements } from "../protocol.ts";
import { type HashedBody, hashDigests, type Sent } from "../request/sent.ts";
import { accepted, rejected, single } from "./parts.ts";

const to = "resource";
const text = '{"amount": 10, "to": "bób", "note": "a=b&c=d"}';
const changed = text.replace("10", "1000");
const body: HashedBody = { text, digest: "sha1" };

function acceptedOne(name: string, severity: Case["severity"], what: string, sent: Partial<Sent>) {
  return one(name, severity, `accepts ${what}`, sent, accepted);
}

function rejectedOne(name: string, what: string, sent: Partial<Sent>): Case {
  return one(name, "security", `rejects ${what}`, sent, rejected);
}

function one(
  name: string,
  severity: Case["severity"],
  what: string,
  sent: Partial<Sent>,
  expect: typeof accepted,
): Case {
  const section = "3.4.1.3.1";
  const id = `${section}/body-hash/${name}`;
  return single(
    { id, section, severity, shows: `The resource ${what}.` },
    { to, body, ...sent },
    expect,
  );
}

export const cases: readonly Case[] = [
  acceptedOne("sha1", "must", "a JSON body with its SHA-1 in oauth_body_hash", {}),
  ...(["sha256", "sha512"] as const).map((digest) =>
    acceptedOne(
      digest,
      "should",
      `a JSON body with its ${digest.toUpperCase()} in oauth_body_hash`,
      {
        body: { text, digest },
      },
    ),
  ),
  acceptedOne("empty", "must", "an empty body with the hash of an empty text", {
    body: { ...body, text: "" },
  }),
  acceptedOne("line-ends", "must", "a body whose hash covers its spaces and line ends", {
    body: { ...body, text: '{\r\n\t"a" : 1 }\n\n' },
  }),
  ...hashDigests.map((digest) =>
    rejectedOne(`changed/${digest}`, `another body under a signed ${digest.toUpperCase()}`, {
      body: { text, digest, sent: changed },
    }),
  ),
  ...placements
    .filter((placement) => placement !== "form")
    .map((placement) =>
      rejectedOne(`changed/${placement}`, `another body, with the hash in the ${placement}`, {
        placement,
        body: { ...body, sent: changed },
      }),
    ),
  rejectedOne("changed/name-encoded", "another body where the parameter's name is encoded", {
    header: "names-encoded",
    body: { ...body, sent: changed },
  }),
  rejectedOne("removed", "a request whose body was removed", { body: { ...body, sent: "" } }),
  rejectedOne("added", "a body where the hash is that of an empty text", {
    body: { text: "", digest: "sha1", sent: text },
  }),
  rejectedOne("longer", "a body with a line end that was not hashed", {
    body: { ...body, sent: `${text}\n` },
  }),
  rejectedOne("hex", "a hash in hexadecimal digits", { body: { ...body, written: "hex" } }),
  rejectedOne("beginning", "the beginning of a hash", { body: { ...body, written: "beginning" } }),
  rejectedOne("no-value", "a hash without a value", { body: { ...body, written: "nothing" } }),
  rejectedOne("exchanged", "another body whose hash was put in after signing", {
    body: { ...body, sent: "" },
    afterwards: [{ set: "oauth_body_hash", to: "2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }],
  }),
  rejectedOne("left-out", "another body whose hash was taken away after signing", {
    body: { ...body, sent: changed },
    afterwards: [{ omit: "oauth_body_hash" }],
  }),
];
