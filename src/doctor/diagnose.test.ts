import assert from "node:assert/strict";
import { test } from "node:test";
import { hmacSha1, hmacSha256, hmacSha512, type SignatureMethod, sign } from "#oauth1";
import { knownFor } from "../../test/support/known.ts";
import type { Cause } from "./cause.ts";
import { diagnose } from "./diagnose.ts";
import type { Known } from "./known.ts";
import { parsePaste } from "./paste/parse-paste.ts";
import { tokenCauses } from "./tokens.ts";

const consumer = { consumerKey: "K".repeat(25), consumerSecret: "c".repeat(50) };
/** The service accepts two signature methods. */
const known = knownFor(consumer, { signatureMethods: [hmacSha1, hmacSha256] });

/** `written` changes the signature that is sent; `named` is the method that the request names, if it is another. */
function causesOf(
  signatureMethod: SignatureMethod,
  written: (signature: string) => string = (signature) => signature,
  named?: SignatureMethod,
): readonly Cause[] {
  const url = "https://api.example.com/1/things?q=1";
  const naming: SignatureMethod = { ...signatureMethod, name: named?.name ?? signatureMethod.name };
  const signed = sign({ method: "GET", url }, consumer, {
    timestamp: known.now / 1000,
    signatureMethod: naming,
  });
  const authorization = signed.authorization.replace(
    /oauth_signature="([^"]*)"/,
    (_, signature) =>
      `oauth_signature="${encodeURIComponent(written(decodeURIComponent(signature)))}"`,
  );
  const pasted = parsePaste(`curl '${url}' -H 'Authorization: ${authorization}'`);
  assert.ok(pasted.ok);
  return diagnose(pasted.request, known).findings.map(({ cause }) => cause);
}

const accepted = ["HMAC-SHA1", "HMAC-SHA256"];
const hex = (signature: string) => Buffer.from(signature, "base64").toString("hex");

const rows: readonly (readonly [string, Parameters<typeof causesOf>, ...Cause[]])[] = [
  ["right — signed with HMAC-SHA1, which is accepted", [hmacSha1]],
  ["right — signed with HMAC-SHA256, which is accepted", [hmacSha256]],
  [
    "digest — signed with HMAC-SHA1, and names HMAC-SHA256",
    [hmacSha1, undefined, hmacSha256],
    { id: "digest", used: "HMAC-SHA1", expected: "HMAC-SHA256" },
  ],
  [
    "digest — signed with HMAC-SHA256, and names HMAC-SHA1",
    [hmacSha256, undefined, hmacSha1],
    { id: "digest", used: "HMAC-SHA256", expected: "HMAC-SHA1" },
  ],
  [
    "signature-method — a method that is not accepted: the right secrets are recognized",
    [hmacSha512],
    { id: "signature-method", sent: "HMAC-SHA512", right: true, accepted },
  ],
  ["hex — a signature in hex is recognized with HMAC-SHA1", [hmacSha1, hex], { id: "hex" }],
  ["hex — a signature in hex is recognized with HMAC-SHA256", [hmacSha256, hex], { id: "hex" }],
];

for (const [name, given, ...causes] of rows) {
  test(name, () => assert.deepEqual(causesOf(...given), causes));
}

test("token-gone — what a token was that is gone is known by its form", () => {
  for (const [sent, kind] of [
    [`1000000000000001-${"a".repeat(40)}`, "access"],
    [`42-${"a".repeat(40)}`, "access"],
    ["a".repeat(27), "request"],
    ["a token of another system", "unknown"],
    [undefined, "unknown"],
  ] as const) {
    const gone: Known = { ...known, token: { kind: "gone", revoked: undefined } };
    assert.deepEqual(tokenCauses(gone, undefined, sent), [{ id: "token-gone", kind }], sent);
  }
});
