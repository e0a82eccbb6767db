import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import { carriesOAuth, type RequestParts, readRequest, verifySignature } from "./index.ts";

/*
 * A signer that shares no code with the code under test: it works on buffers and puts parameters
 * where a client might put them. Everything it signs verifies; everything changed afterwards does not.
 */

type Place = "header" | "query" | "body";
type Sent = { name: Buffer; value: Buffer; places: Place[]; style: number };

interface Case {
  method: string;
  scheme: string;
  host: string;
  port: string;
  portIsSigned: boolean;
  path: string;
  sent: Sent[];
  bareQuery: boolean;
  emptyPairIsSigned: boolean;
  secret: string;
  otherSecret: string;
  secretIsSecond: boolean;
  tokenSecret: string;
}

describe("a signed request", () => {
  it("verifies, no matter who signed it and where its parameters are", () => {
    fc.assert(
      fc.property(cases(), (request) => {
        assert.equal(verifies(send(request, sign(request)), request), true);
      }),
      { numRuns: 1000 },
    );
  });

  it("does not verify once anything that it covers has changed", () => {
    fc.assert(
      fc.property(cases(), fc.nat(), (request, pick) => {
        const signature = sign(request);
        for (const change of changes(request, pick)) {
          const changed = { ...request, ...change };
          assert.equal(verifies(send(changed, signature), changed), false, JSON.stringify(change));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("verifies the same with its parameters sent in another order", () => {
    fc.assert(
      fc.property(cases(), (request) => {
        const reversed = { ...request, sent: request.sent.toReversed() };
        assert.equal(verifies(send(reversed, sign(request)), request), true);
      }),
    );
  });
});

describe("any request at all", () => {
  it("is read or rejected, never thrown at, and a rejection repeats no value", () => {
    const binary = fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => Buffer.from(bytes).toString("latin1"));
    const pieces = fc.constantFrom(
      "oauth_token",
      "oauth_nonce",
      "realm",
      "s3cret",
      "=",
      "&",
      "%",
      "+",
      '"',
      ",",
    );
    const formLike = fc.array(pieces, { maxLength: 20 }).map((some) => some.join(""));
    const text = fc.oneof(binary, formLike);
    const parts = fc.record({
      method: text,
      path: text,
      query: fc.option(text, { nil: undefined }),
      authorization: fc.option(
        fc.oneof(
          text,
          text.map((some) => `OAuth ${some}`),
        ),
        { nil: undefined },
      ),
      contentType: fc.constantFrom("application/x-www-form-urlencoded", "text/plain", undefined),
      body: text,
    });
    fc.assert(
      fc.property(parts, (request) => {
        const result = readRequest(request, { reads: ["x"] });
        if (result.ok) return;
        assert.doesNotMatch(result.problem.detail, /[^ -~]|=s3cret/);
        if (!carriesOAuth(request)) assert.equal(result.problem.kind, "missing");
      }),
      { numRuns: 2000 },
    );
  });
});

function verifies(parts: RequestParts, request: Case): boolean {
  const read = readRequest(parts);
  if (!read.ok) return false;
  const { secret, otherSecret } = request;
  return verifySignature(read.request, {
    origin: `${request.scheme}://${request.host}${request.port}`,
    consumerSecrets: request.secretIsSecond ? [otherSecret, secret] : [secret, otherSecret],
    tokenSecret: request.tokenSecret,
  });
}

function sign(request: Case): string {
  const pairs = request.sent.map(({ name, value }) => [escaped(name), escaped(value)] as const);
  if (emptyPair(request)) pairs.push(["", ""]);
  // Names are compared before values; this works because a space sorts before every character of an escaped text.
  const sortKey = ([name, value]: readonly [string, string]) => Buffer.from(`${name} ${value}`);
  const sorted = pairs.toSorted((one, other) => Buffer.compare(sortKey(one), sortKey(other)));
  const normalized = sorted.map(([name, value]) => `${name}=${value}`).join("&");
  const port = request.portIsSigned ? request.port : "";
  const uri = `${request.scheme}://${request.host}${port}${request.path}`;
  const base = [request.method, uri, normalized].map((one) => escaped(latin1(one))).join("&");
  const secrets = [request.secret, request.tokenSecret].map((one) => escaped(Buffer.from(one)));
  return createHmac("sha1", secrets.join("&")).update(base).digest("base64");
}

/** Some clients sign a bare `?` as an empty pair, if the request has no other query. */
function emptyPair(request: Case): boolean {
  return isBare(request) && request.emptyPairIsSigned;
}

function isBare(request: Case): boolean {
  return request.bareQuery && !request.sent.some(({ places }) => places.includes("query"));
}

function send(request: Case, signature: string): RequestParts {
  const signed = [...request.sent, sent("oauth_signature", signature, ["header"])];
  const at = (place: Place) => signed.filter(({ places }) => places.includes(place));
  const header = at("header").map(({ name, value }) => `${escaped(name)}="${escaped(value)}"`);
  const form = (place: Place) =>
    at(place)
      .map(({ name, value, style }) => `${formEscaped(name, style)}=${formEscaped(value, style)}`)
      .join("&");
  const query = form("query");
  return {
    method: request.method,
    path: request.path,
    query: query !== "" ? query : isBare(request) ? "" : undefined,
    authorization: `OAuth realm="x", ${header.join(", ")}`,
    contentType: "application/x-www-form-urlencoded",
    body: form("body"),
  };
}

function escaped(bytes: Buffer): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (/[\w.~-]/.test(character)) return character;
    return `%${Buffer.of(byte).toString("hex").toUpperCase()}`;
  }).join("");
}

/** As in forms: spaces as +, hex in lower case, or unescaped where escaping is not necessary. */
function formEscaped(bytes: Buffer, style: number): string {
  const strict = escaped(bytes);
  if (style === 0) return strict;
  if (style === 1) return strict.replaceAll("%20", "+");
  if (style === 2) return strict.replaceAll(/%../g, (one) => one.toLowerCase());
  return strict.replaceAll(/%(5B|5D|21|27|28|29|2A|2F|3A|40|[89A-F].)/g, (_, hex: string) =>
    Buffer.from(hex, "hex").toString("latin1"),
  );
}

function* changes(request: Case, pick: number): Generator<Partial<Case>> {
  yield { method: request.method === "GET" ? "POST" : "GET" };
  yield { scheme: request.scheme === "http" ? "https" : "http" };
  yield { host: `x${request.host}` };
  yield { path: `${request.path}x` };
  yield { path: `${request.path}/` };
  yield { secret: `${request.secret}x` };
  yield { tokenSecret: `${request.tokenSecret}x` };
  const { sent: before } = request;
  const at = pick % before.length;
  const chosen = before[at];
  assert.ok(chosen);
  const { name, value } = chosen;
  const longer = Buffer.concat([value, Buffer.from("1")]);
  yield { sent: before.with(at, { ...chosen, value: longer }) };
  yield { sent: [...before, sent("", "x", ["query"])] };
  if (!name.toString().startsWith("oauth_")) {
    yield { sent: before.with(at, { ...chosen, name: Buffer.concat([name, Buffer.from("x")]) }) };
    // If the query contains only the empty pair, removing it leaves a bare `?`, which means the same pair.
    if (name.length + value.length > 0) yield { sent: before.toSpliced(at, 1) };
    yield { sent: [...before, chosen] };
  }
}

function sent(name: string, value: string, places: Place[]): Sent {
  return { name: Buffer.from(name), value: Buffer.from(value), places, style: 0 };
}

function latin1(binary: string): Buffer {
  return Buffer.from(binary, "latin1");
}

function cases(): fc.Arbitrary<Case> {
  const secret = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((one) => one.toWellFormed());
  const anywhere = fc.subarray<Place>(["header", "query", "body"], { minLength: 1 });
  const digits = fc.integer({ min: 1, max: 99_999_999 }).map((time) => `13${time}`);
  const nonce = fc.stringMatching(/^[A-Za-z0-9+/=_-]{6,43}$/);

  const protocol = fc
    .record({
      key: nonce,
      nonce,
      digits,
      token: fc.option(nonce),
      version: fc.boolean(),
      extra: fc.option(nonce),
    })
    .chain(({ key, nonce, digits, token, version, extra }) => {
      const pairs: [string, string][] = [
        ["oauth_consumer_key", key],
        ["oauth_nonce", nonce],
        ["oauth_timestamp", digits],
        ["oauth_signature_method", "HMAC-SHA1"],
      ];
      if (token !== null) pairs.push(["oauth_token", token]);
      if (version) pairs.push(["oauth_version", "1.0"]);
      if (extra !== null) pairs.push(["oauth_token_secret", extra]);
      return fc.tuple(
        ...pairs.map(([name, value]) => anywhere.map((places) => sent(name, value, places))),
      );
    });

  const anyText = fc.string({ unit: "grapheme", maxLength: 12 }).map((one) => Buffer.from(one));
  const anyBytes = fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes));
  const known = fc
    .constantFrom("", "a", "a-b", "a[]", "a[b]", "é", "+", "%", "%41", "a b", "~")
    .map((one) => Buffer.from(one));
  const part = fc.oneof(known, anyText, anyBytes);
  const own = fc
    .record({
      name: part,
      value: part,
      place: fc.constantFrom<Place>("header", "query", "body"),
      style: fc.nat(3),
    })
    .filter(
      ({ name, place }) =>
        !/^oauth_|^realm$/i.test(name.toString()) && (place !== "header" || name.length > 0),
    )
    .map(({ name, value, place, style }) => ({ name, value, places: [place], style }));

  return fc
    .record({
      method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
      scheme: fc.constantFrom("http", "https"),
      host: fc.constantFrom("api.example.com", "127.0.0.1", "localhost"),
      port: fc.constantFrom("", ":8080"),
      portIsSigned: fc.boolean(),
      path: fc.constantFrom(
        "/",
        "/oauth/request_token",
        "/a%2Fb%2f",
        "/~x/(y)!",
        "/caf\xc3\xa9",
        "/a+b;c=d",
      ),
      protocol,
      own: fc.array(own, { maxLength: 6 }),
      bareQuery: fc.boolean(),
      emptyPairIsSigned: fc.boolean(),
      secret,
      otherSecret: fc.constant("another secret"),
      secretIsSecond: fc.boolean(),
      tokenSecret: fc.oneof(fc.constant(""), secret),
    })
    .map(({ protocol, own, ...others }) => ({ ...others, sent: [...protocol, ...own] }));
}
