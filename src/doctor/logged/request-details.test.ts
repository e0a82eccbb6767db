import assert from "node:assert/strict";
import { test } from "node:test";
import { hiding } from "./hidden.ts";
import { sentDetails } from "./request-details.ts";

const keeps = { hides: hiding([]), path: true };
const request = { method: "GET", path: "/1/things", address: "203.0.113.7" };
const nonce = "5c0ffee5c0ffee5c0ffee";

test("a request that is signed in its query has the same details as in its header", () => {
  const query = `page=2&oauth_nonce=${nonce}&oauth_timestamp=1800000000&oauth_signature_method=HMAC-SHA1`;
  const authorization = `OAuth ${query.slice(7).replaceAll("&", ",")}`;
  const inQuery = sentDetails({ ...request, query }, keeps);
  const inHeader = sentDetails({ ...request, authorization, query: "page=2" }, keeps);
  assert.deepEqual(
    { ...inQuery, target: undefined, scheme: "OAuth" },
    { ...inHeader, target: undefined },
  );
  assert.equal(inHeader.nonce, "5c0ffee5…");
  assert.equal(
    inQuery.target,
    "/1/things?page=2&oauth_nonce=5c0ffee5…&oauth_timestamp=1800000000&oauth_signature_method=HMAC-SHA1",
  );
});

test("a nonce in the query is short, however its name or its value is encoded", () => {
  const targetOf = (query: string, secrets: readonly string[] = []) =>
    sentDetails({ ...request, query }, keeps, secrets).target;
  assert.equal(targetOf("oauth%5Fnonce=%2F%2F%2F"), "/1/things?oauth%5Fnonce=%2F…");
  assert.equal(
    targetOf(`a?b=c&oauth_nonce=${nonce}?&d`),
    "/1/things?a?b=c&oauth_nonce=5c0ffee5…&d",
  );
  assert.equal(targetOf(`oauth_nonce=${nonce}`, [nonce]), "/1/things?oauth_nonce=[hidden]");
});

test("the scheme is that of the header, in any case, and no other", () => {
  const schemeOf = (authorization: string) =>
    sentDetails({ ...request, authorization }, keeps).scheme;
  assert.equal(schemeOf("bearer abc"), "Bearer");
  assert.equal(schemeOf("Basic"), "Basic");
  assert.equal(schemeOf('OAUTH oauth_nonce="n"'), "OAuth");
  assert.equal(schemeOf("Bearerabc"), undefined);
  assert.equal(schemeOf("s3cret more"), undefined);
});

test("the longest query takes no longer for its pairs than for its length", () => {
  const timeOf = (length: number) => {
    const query = "oauth_nonce=&?".repeat(length / 28) + "?".repeat(length / 2);
    const before = performance.now();
    sentDetails({ ...request, query }, keeps);
    return performance.now() - before;
  };
  timeOf(14_000);
  const [short, long] = [timeOf(14_000), timeOf(140_000)];
  assert.ok(long < 50 * short + 100, `${short} ms, ${long} ms`);
});
