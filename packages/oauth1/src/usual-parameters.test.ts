import assert from "node:assert/strict";
import { test } from "node:test";
import { percentEncodeBytes } from "./encoding.ts";
import { normalizeParameters } from "./parameters.ts";
import { collectParameters } from "./read-request.ts";
import { readUsualParameters } from "./usual-parameters.ts";

const form = "application/x-www-form-urlencoded";
const reads = ["include_email", "x"];
const protocolNames =
  "consumer_key nonce signature signature_method timestamp token verifier version";
const decisiveNames = [...reads, ...protocolNames.split(" ").map((name) => `oauth_${name}`)];

test("what is read the short way is what the general reader reads, in 100,000 requests", () => {
  const random = numbersFrom(20_261_128);
  const rounds = 100_000;
  let usual = 0;
  for (let round = 0; round < rounds; round += 1) {
    const request = generated(random);
    const read = readUsualParameters(request.header, request.query, request.body, reads);
    if (read === undefined) continue;
    usual += 1;
    const { header: authorization, query, body } = request;
    const parts = { method: "POST", path: "/", authorization, query, contentType: form, body };
    const collected = collectParameters(parts, reads);
    const why = JSON.stringify(request);
    assert.ok(collected.ok, why);
    for (const name of decisiveNames) {
      assert.equal(read.decisive.get(name), collected.decisive.get(name), why);
    }
    for (const name of collected.decisive.keys()) assert.ok(decisiveNames.includes(name), why);
    assert.equal(read.encoded, percentEncodeBytes(normalizeParameters(collected.signed)), why);
  }
  assert.ok(usual >= rounds / 2, `${usual} were read the short way`);
  assert.ok(usual <= rounds * 0.9, `${usual} were read the short way`);
});

const header =
  'OAuth oauth_consumer_key="k", oauth_nonce="n", oauth_signature="a%2Bb%3D", ' +
  'oauth_signature_method="HMAC-SHA1", oauth_timestamp="1", oauth_token="t", oauth_version="1.0"';

for (const [why, authorization, query, body] of [
  ["a header of another scheme", header.replace("OAuth", "Bearer"), "", ""],
  ["a name twice", `${header}, oauth_nonce="n"`, "", ""],
  ["a realm", header.replace("OAuth ", 'OAuth realm="", '), "", ""],
  ["a name that is seldom sent", `${header}, oauth_callback="oob"`, "", ""],
  ["an escape beside the signature", header.replace('"k"', '"%6B"'), "", ""],
  ["a signature that is not UTF-8", header.replace("%2B", "%FF"), "", ""],
  ["a value without quotes", header.replace('"k"', "k"), "", ""],
  ["a long header", header.replace('"k"', `"${"k".repeat(4000)}"`), "", ""],
  ["two commas", header.replace(", ", ",, "), "", ""],
  ["a name of the protocol in the query", header, "oauth_token=t", ""],
  ["a name of the protocol in the form", header, "", "oauth_token=t"],
  ["an escape in the query", header, "a=%20", ""],
  ["a space in the form", header, "", "a=b+c"],
  ["a pair without a value", header, "a", ""],
  ["no pair between two &", header, "a=1&&b=2", ""],
  ["a parameter of the operation twice", header, "x=1&x=1", ""],
  ["many parameters", header, Array.from({ length: 51 }, () => "a=1").join("&"), ""],
] as const) {
  test(`the general reader reads ${why}`, () => {
    assert.ok(readUsualParameters(header, "a=1", "b=2", reads));
    assert.equal(readUsualParameters(authorization, query, body, reads), undefined);
  });
}

test("the general reader reads a request without a header", () => {
  assert.equal(readUsualParameters(undefined, "oauth_token=t", "", reads), undefined);
});

type Random = (below: number) => number;

/** Most requests are usual; about every third has one or two parts that are not. */
function generated(random: Random): { header: string; query: string; body: string } {
  const pick = <One>(...some: readonly One[]): One => some[random(some.length)] as One;
  const rarely = (usual: string, ...others: readonly string[]): string =>
    random(25) === 0 ? pick(...others) : usual;
  const text = (): string => Array.from({ length: random(12) }, () => pick(..."aZ9-._~")).join("");
  const value = (): string => rarely(text(), "%41", "%e9", "é", "a b", "'", "%", '\\"', "+", ",");
  const base64 = (): string =>
    Array.from({ length: 1 + random(20) }, () => pick("q", "7", "%2B", "%2f", "%3D", "-")).join("");
  const names = ["oauth_consumer_key", "oauth_nonce", "oauth_timestamp", "oauth_version"];
  const sent = names.map((name) => `${name}="${value()}"`);
  if (random(2) === 0) sent.push(`oauth_token="${value()}"`);
  if (random(9) === 0) sent.push(`oauth_verifier="${value()}"`);
  sent.push(`oauth_signature="${rarely(base64(), "%FF%2B", "%E9", "%C3%A9", "+/=")}"`);
  sent.push(`oauth_signature_method="HMAC-SHA1"`);
  if (random(30) === 0) sent.push(pick('realm="r"', 'oauth_x="1"', "oauth_nonce=n", ""));
  if (random(4) === 0) sent.reverse();
  if (random(4) === 0) sent.push(sent.splice(random(sent.length), 1)[0] ?? "");
  const separator = rarely(pick(", ", ","), ",\t", " ,", ",,", " ");
  const scheme = rarely("OAuth ", "oauth ", "OAuth  ", "OAuth\t");
  const end = rarely("", ",", ", ", " ", ",,");
  const name = () => pick("a", "x", "include_email", "oauth", "oauth-a", "oauthz", "z.", "B");
  const pairs = () =>
    Array.from({ length: random(4) }, () =>
      rarely(`${name()}=${text()}`, "a", "=", "a=b=c", "oauth_nonce=1", "a=%20", "a=+", ""),
    ).join("&");
  return {
    header: scheme + sent.join(separator) + end,
    query: pick("", pairs()),
    body: pick("", pairs()),
  };
}

/** A fixed sequence, so that a failure can be repeated: xorshift32. */
function numbersFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
