import assert from "node:assert/strict";
import { test } from "node:test";
import { curlOf } from "./request-as-curl.ts";

const request = { method: "GET", target: "/1/things?page=2", address: "203.0.113.7" };
const curl = (more: object) => curlOf({ ...request, ...more }, "key", "https://id.example.com");

test("a command has the credentials of the scheme that was sent", () => {
  assert.match(curl({ scheme: "OAuth", signatureMethod: "HMAC-SHA256" }), /"HMAC-SHA256"/);
  assert.equal(
    curl({ scheme: "Bearer", origin: "https://api.example.com" }),
    "curl 'https://api.example.com/1/things?page=2' \\\n  -H 'Authorization: Bearer BEARER_TOKEN'",
  );
  assert.equal(
    curl({ scheme: "Basic", method: "POST", target: "/oauth2/token" }),
    "curl -X 'POST' 'https://id.example.com/oauth2/token' \\\n  -u 'key:CONSUMER_SECRET'",
  );
});

test("what was signed in the query is signed in the header, once", () => {
  const target = "/1/things?oauth_nonce=abcd…&page=2&oauth_signature=[hidden]";
  const command = curl({ target });
  assert.match(command, /^curl 'https:\/\/id\.example\.com\/1\/things\?page=2' /);
  assert.match(command, /Authorization: OAuth oauth_consumer_key="key"/);
  assert.match(curl({ target: "/1/things?oauth_nonce=abcd…" }), /\/1\/things' /);
});

test("no text of a client ends a quotation", () => {
  assert.ok(curl({ signatureMethod: "';id;'" }).includes(`"'\\'';id;'\\''"`));
});
