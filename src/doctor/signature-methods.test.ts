/** What the doctor says where a service accepts two signature methods. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hmacSha1, hmacSha256, hmacSha512, type SignatureMethod, sign } from "#oauth1";
import { knownFor } from "../../test/support/known.ts";
import type { Cause } from "./cause.ts";
import { diagnose } from "./diagnose.ts";
import { parsePaste } from "./paste/parse-paste.ts";

const consumer = { consumerKey: "K".repeat(25), consumerSecret: "c".repeat(50) };
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

test("a request that is signed with a method that is accepted has nothing wrong", () => {
  assert.deepEqual(causesOf(hmacSha1), []);
  assert.deepEqual(causesOf(hmacSha256), []);
});

test("a request that names one method and is signed with another", () => {
  assert.deepEqual(causesOf(hmacSha1, undefined, hmacSha256), [
    { id: "digest", used: "HMAC-SHA1", expected: "HMAC-SHA256" },
  ]);
  assert.deepEqual(causesOf(hmacSha256, undefined, hmacSha1), [
    { id: "digest", used: "HMAC-SHA256", expected: "HMAC-SHA1" },
  ]);
});

test("a method that is not accepted: the right secrets are recognized", () => {
  const accepted = ["HMAC-SHA1", "HMAC-SHA256"];
  assert.deepEqual(causesOf(hmacSha512), [
    { id: "signature-method", sent: "HMAC-SHA512", right: true, accepted },
  ]);
});

test("a signature in hex is recognized with each method", () => {
  const hex = (signature: string) => Buffer.from(signature, "base64").toString("hex");
  assert.deepEqual(causesOf(hmacSha1, hex), [{ id: "hex" }]);
  assert.deepEqual(causesOf(hmacSha256, hex), [{ id: "hex" }]);
});
