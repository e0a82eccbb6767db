/** Signs and verifies the published vectors with the installed package. Plain JavaScript, for every runtime. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { hmacSha1, readRequest, sign, signingKey, verifySignature } from "@countersign/oauth1";

let count = 0;
for (const file of ["rfc5849", "oauth-wiki", "public-documentation"]) {
  const { vectors } = JSON.parse(readFileSync(`${process.argv[2]}/${file}.json`, "utf8"));
  for (const vector of vectors) {
    const { kind, baseString, consumerSecret, tokenSecret, signature } = vector;
    if (kind !== "hmac" && kind !== "request") continue;
    assert.equal(hmacSha1.sign(baseString, signingKey(consumerSecret, tokenSecret)), signature);
    count += 1;
    if (kind === "hmac") continue;
    const { method, path, query, authorization, contentType, body, origin } = vector;
    const absent = (value) => value ?? undefined;
    const read = readRequest({
      ...{ method, path, query: absent(query), body },
      ...{ authorization: absent(authorization), contentType: absent(contentType) },
    });
    assert.ok(read.ok, vector.title);
    const isRight = (vector.printedSignature ?? signature) === signature;
    const verification = { origin, consumerSecrets: [consumerSecret], tokenSecret };
    assert.equal(verifySignature(read.request, verification), isRight, vector.title);
  }
}
const url = "https://api.example/a?b=%C3%A9&b=~";
const { authorization } = sign({ url }, { consumerKey: "key", consumerSecret: "s&%é" });
const none = { contentType: undefined, body: "" };
const read = readRequest({
  ...{ method: "GET", path: "/a", query: "b=%C3%A9&b=~", authorization },
  ...none,
});
assert.ok(read.ok);
const verification = {
  origin: "https://api.example",
  consumerSecrets: ["s&%é"],
  tokenSecret: undefined,
};
assert.equal(verifySignature(read.request, verification), true);
console.log(`${count} vectors`);
