import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import {
  baseStringUri,
  collectParameters,
  formDecode,
  fromText,
  hmacSha1,
  normalizeParameters,
  type Parameter,
  parseForm,
  percentDecode,
  percentEncode,
  readRequest,
  signatureBaseString,
  signingKey,
  toText,
  verifySignature,
} from "./index.ts";

/*
 * Published examples, each from the bytes of a request to its signature. A failure names the step that broke:
 * each step starts from the vector's own values, not from the result of the step before it.
 */

for (const file of ["rfc5849", "oauth-wiki", "public-documentation", "lti"]) {
  const { source, vectors, ...others } = JSON.parse(
    readFileSync(new URL(`vectors/${file}.json`, import.meta.url), "utf8"),
  );
  assert.deepEqual(others, {}, `${file}.json has an unknown member`);
  assert.ok(vectors.length > 0, `${file}.json has no vectors`);
  describe(source, () => {
    for (const vector of vectors) it(vector.title, () => check(new Vector(vector)));
  });
}

it("a vector with an unknown key fails", () => {
  const known = { kind: "encoding", title: "t", text: "a", encoded: "a" };
  check(new Vector(known));
  assert.throws(() => check(new Vector({ ...known, uri: "a" })), /unknown keys: uri/);
});

it("a vector without a key that its kind needs fails", () => {
  assert.throws(() => check(new Vector({ kind: "encoding", title: "t", text: "a" })), /no encoded/);
});

it("a vector of an unknown kind fails", () => {
  assert.throws(() => check(new Vector({ kind: "rsa", title: "t" })), /unknown kind/);
});

function check(vector: Vector): void {
  vector.take("title");
  const kind = vector.take("kind");
  const run = checks[kind];
  assert.ok(run, `unknown kind ${kind}`);
  run(vector);
  vector.done();
}

const checks: Record<string, (vector: Vector) => void> = {
  encoding(vector) {
    const text = vector.take("text");
    const encoded = vector.take("encoded");
    assert.equal(percentEncode(text), encoded);
    assert.equal(percentDecode(encoded), fromText(text));
    assert.equal(formDecode(encoded), fromText(text));
  },

  normalization(vector) {
    const parameters = parseForm(vector.take("form"));
    assert.equal(normalizeParameters(parameters), vector.take("normalized"));
  },

  uri(vector) {
    const origin = new URL(vector.take("url")).origin;
    assert.equal(baseStringUri(origin, vector.take("path")), vector.take("uri"));
  },

  "base-string"(vector) {
    const signed = parseForm(vector.take("form")).filter(([name]) => name !== "oauth_signature");
    const uri = baseStringUri(vector.take("origin"), vector.take("path"));
    const baseString = signatureBaseString(vector.take("method"), uri, normalizeParameters(signed));
    assert.equal(baseString, vector.take("baseString"));
  },

  hmac(vector) {
    const [consumerSecret, tokenSecret] = [
      vector.take("consumerSecret"),
      vector.take("tokenSecret"),
    ];
    const baseString = vector.take("baseString");
    const signature = vector.take("signature");
    assert.equal(hmacSha1.sign(baseString, signingKey(consumerSecret, tokenSecret)), signature);
    assert.equal(signedWithoutOurCode(baseString, consumerSecret, tokenSecret), signature);
  },

  request(vector) {
    const method = vector.take("method");
    const path = vector.take("path");
    const origin = vector.take("origin");
    const [consumerSecret, tokenSecret] = [
      vector.take("consumerSecret"),
      vector.take("tokenSecret"),
    ];
    const signature = vector.take("signature");
    const sent = vector.takeOptional("printedSignature") ?? signature;
    const mistaken = sent !== signature;
    if (mistaken) vector.take("why");

    const parts = {
      method,
      path,
      query: vector.takeNullable("query"),
      authorization: vector.takeNullable("authorization"),
      contentType: vector.takeNullable("contentType"),
      body: vector.take("body"),
    };
    const read = readRequest(parts);
    assert.ok(read.ok, "reading");
    assert.equal(read.request.signature, sent, "signature as sent");

    const parameters = vector.takeParameters("parameters");
    const collected = collectParameters(parts);
    assert.ok(collected.ok, "collecting");
    const asText = collected.signed.map(([n, v]) => [toText(n), toText(v)]);
    assert.deepEqual(asText, parameters, "step 1: parameters");

    const normalized = vector.take("normalized");
    const binary = parameters.map(([n, v]): Parameter => [fromText(n), fromText(v)]);
    assert.equal(normalizeParameters(binary), normalized, "step 2: normalized");

    const baseString = vector.take("baseString");
    const uri = baseStringUri(origin, path);
    assert.equal(signatureBaseString(method, uri, normalized), baseString, "step 3: base string");
    assert.ok(baseString.endsWith(`&${read.request.encodedParameters()}`), "step 3: parameters");

    const made = hmacSha1.sign(baseString, signingKey(consumerSecret, tokenSecret));
    assert.equal(made, signature, "step 4: signature");
    assert.equal(signedWithoutOurCode(baseString, consumerSecret, tokenSecret), signature);

    const verification = { origin, consumerSecrets: [consumerSecret], tokenSecret };
    assert.equal(verifySignature(read.request, verification), !mistaken, "the whole");
  },
};

/** No published secret here needs encoding. */
function signedWithoutOurCode(baseString: string, consumerSecret: string, tokenSecret: string) {
  const key = `${consumerSecret}&${tokenSecret}`;
  return createHmac("sha1", key).update(baseString).digest("base64");
}

/** Gives out each key once; a key that is left at the end is unknown, which is an error. */
class Vector {
  readonly #left: Map<string, unknown>;

  constructor(data: object) {
    this.#left = new Map(Object.entries(data));
  }

  take(key: string): string {
    const value = this.takeOptional(key);
    if (value === undefined) assert.fail(`no ${key}`);
    return value;
  }

  takeOptional(key: string): string | undefined {
    const value = this.#takeAny(key);
    assert.ok(value === undefined || typeof value === "string", `${key} is no string`);
    return value;
  }

  takeNullable(key: string): string | undefined {
    if (this.#left.get(key) !== null) return this.take(key);
    this.#left.delete(key);
    return undefined;
  }

  takeParameters(key: string): Parameter[] {
    const value = this.#takeAny(key);
    assert.ok(Array.isArray(value), `${key} is no list`);
    return value.map(([name, content]): Parameter => [String(name), String(content)]);
  }

  #takeAny(key: string): unknown {
    const value = this.#left.get(key);
    this.#left.delete(key);
    return value;
  }

  done(): void {
    const unknown = [...this.#left.keys()].join(", ");
    assert.equal(unknown, "", `unknown keys: ${unknown}`);
  }
}
