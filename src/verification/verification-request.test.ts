/** Each member of a verification request is tried to its bound and one beyond it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { unknownAddress } from "../domain/address.ts";
import type { Incoming } from "./authentication/incoming.ts";
import {
  BadRequest,
  maxBatched,
  methodOf,
  readBatch,
  readJson,
  readVerificationRequest,
  requestIdOf,
} from "./verification-request.ts";

const fine = { method: "GET", origin: "https://api.example.com", target: "/" };
const maxBytes = 65_536;

const read = (value: unknown) => readVerificationRequest(value, "1");

function rejected(value: unknown, says: RegExp): void {
  assert.throws(
    () => read(value),
    (error) => error instanceof BadRequest && says.test(error.message),
    JSON.stringify(value)?.slice(0, 80),
  );
}

test("a request has a method, an origin and a target; the rest has its defaults", () => {
  const incoming: Incoming = {
    id: "1",
    method: "GET",
    path: "/",
    query: undefined,
    headers: {},
    secure: true,
    authorization: undefined,
    authorizations: 0,
    contentType: undefined,
    body: "",
    form: "",
    address: unknownAddress,
    userAgent: undefined,
  };
  const { origin } = fine;
  assert.deepEqual(read(fine), { incoming, origin, body: undefined, requires: { context: "any" } });
  assert.equal(read({ ...fine, origin: "http://api.example.com" }).incoming.secure, false);
  assert.equal(unknownAddress, "0.0.0.0");
  const whole = {
    ...fine,
    authorization: "OAuth a",
    content_type: "application/x-www-form-urlencoded",
    body: "a=é",
    requires: { context: "user", access: "write" },
    limit: "timeline",
    request_id: "request-1",
    address: "203.0.113.1",
    user_agent: "curl/8.5.0",
  };
  assert.deepEqual(read(whole), {
    incoming: {
      ...incoming,
      authorization: "OAuth a",
      authorizations: 1,
      contentType: "application/x-www-form-urlencoded",
      body: Buffer.from("a=é").toString("latin1"),
      form: Buffer.from("a=é").toString("latin1"),
      address: "203.0.113.1",
      userAgent: "curl/8.5.0",
    },
    origin,
    body: Buffer.from("a=é").toString("latin1"),
    requires: { context: "user", access: "write" },
    limit: "timeline",
    requestId: "request-1",
  });
  for (const name of ["method", "origin", "target"]) {
    rejected({ ...fine, [name]: undefined }, new RegExp(`^the request has no ${name}$`));
    rejected({ ...fine, [name]: null }, new RegExp(`has no ${name}$`));
    rejected({ ...fine, [name]: 1 }, new RegExp(`^${name} of the request is not a string$`));
  }
});

test("what is not an object, or has a member that there is not, is rejected", () => {
  for (const value of [null, [], "GET", 1, undefined]) rejected(value, /is not a JSON object$/);
  rejected({ ...fine, require: {} }, /^the request has no member "require"; there are method, /);
  const long = "x".repeat(50);
  rejected({ ...fine, [long]: 1 }, new RegExp(`no member "${"x".repeat(40)}";`));
  for (const [body, problem] of [
    ["{", "is not JSON"],
    ['{"limit":"a","limit":"b"}', 'has the member "limit" twice'],
    ['{"limit":"\\ud800"}', "has text that is not Unicode: a surrogate without its other half"],
    [Buffer.from([0x22, 0xff, 0x22]), "is not UTF-8"],
    [`{"requests":[${Array(1001).fill("{}")}]}`, "has an array with more than 1000 entries"],
  ] as const) {
    assert.throws(() => readJson(Buffer.from(body)), {
      name: "BadRequest",
      message: `the body ${problem}`,
    });
  }
  assert.deepEqual(readJson(Buffer.from('{"a":"é"}')), { a: "é" });
});

test("each text is read up to its length, and no further", () => {
  const letters = (length: number) => "a".repeat(length);
  for (const [name, most, filled] of [
    ["method", 20, letters],
    ["target", 16 * 1024, (length: number) => "/".padEnd(length, "a")],
    ["authorization", 16 * 1024, letters],
    ["content_type", 1000, letters],
    ["limit", 40, letters],
    ["request_id", 128, letters],
    ["origin", 300, letters],
    ["address", 100, letters],
    ["user_agent", 500, letters],
  ] as const) {
    assert.ok(read({ ...fine, [name]: filled(most) }), name);
    const beyond = { ...fine, [name]: filled(most + 1) };
    rejected(beyond, new RegExp(`^${name} of the request is longer than ${most}$`));
  }
  rejected({ ...fine, request_id: letters(7) }, /^request_id must be 8 to 128/);
  assert.ok(read({ ...fine, request_id: letters(8) }));
  for (const wrong of ["request 1", "request\n1", "requesté1", "é-request-1", "request-1é"]) {
    rejected({ ...fine, request_id: wrong }, /^request_id must be 8 to 128/);
  }
});

test("gateway endpoints read a method and a request ID with the same bounds", () => {
  assert.equal(methodOf("A"), "A");
  assert.equal(methodOf("A".repeat(20)), "A".repeat(20));
  assert.throws(() => methodOf("A".repeat(21)), /method is not an HTTP method/);
  assert.equal(requestIdOf("a".repeat(128)), "a".repeat(128));
  assert.throws(() => requestIdOf("a".repeat(129)), /request_id must be 8 to 128/);
});

test("a method is letters and hyphens; a target is what stands on a request line, without a fragment", () => {
  for (const method of ["get", "M-SEARCH", "A".repeat(20)]) {
    assert.equal(read({ ...fine, method }).incoming.method, method);
  }
  for (const method of ["", "GE T", "GET1", "GÉT"]) rejected({ ...fine, method }, /^method is not/);
  for (const [target, path, query] of [
    ["/", "/", undefined],
    ["/?", "/", ""],
    ["/a?b=c?d", "/a", "b=c?d"],
    ["/!~\x80\xff", "/!~\x80\xff", undefined],
    ["//a", "//a", undefined],
  ] as const) {
    const { incoming } = read({ ...fine, target });
    assert.deepEqual([incoming.path, incoming.query], [path, query]);
  }
  for (const target of [
    ...["", "a", "https://api.example.com/", "/a b", "/a\x7f", "/a\n", "/\u0100"],
    ...["/a#b", "/#", "/a?b#c", "#/a"],
  ]) {
    rejected({ ...fine, target }, /^target must be the path and query .* or fragment$/);
  }
});

test("a body has at most 65,536 bytes, as text and as base64", () => {
  const bytes = (length: number) => Buffer.alloc(length, 0xff);
  const encoded = (length: number) => ({ ...fine, body_base64: bytes(length).toString("base64") });
  assert.equal(read(encoded(maxBytes)).incoming.body, bytes(maxBytes).toString("latin1"));
  rejected(encoded(maxBytes + 1), /^the body of the request is over 65536 bytes$/);
  // Base64 of more bytes is not decoded at all.
  const most = { ...fine, body_base64: "A".repeat(2 * maxBytes) };
  rejected(most, /over 65536 bytes$/);
  rejected(
    { ...fine, body_base64: `${most.body_base64}A` },
    /^body_base64 .* is longer than 131072$/,
  );
  const text = (length: number, letter = "x") => ({ ...fine, body: letter.repeat(length) });
  assert.equal(read(text(maxBytes)).incoming.body.length, maxBytes);
  assert.equal(read(text(maxBytes / 2, "é")).incoming.body.length, maxBytes);
  rejected(text(maxBytes + 1), /^body of the request is longer than 65536$/);
  rejected(text(maxBytes / 2 + 1, "é"), /^the body of the request is over 65536 bytes$/);
});

test("a body is text or base64", () => {
  for (const [body_base64, body] of [
    ["", ""],
    ["YQ==", "a"],
    ["YQ", "a"],
    ["/+8=", "\xff\xef"],
  ] as const) {
    assert.equal(read({ ...fine, body_base64 }).incoming.body, body);
  }
  for (const body_base64 of ["***", "YQ===", "Y=Q=", "-_-_", "YQ==\n"]) {
    rejected({ ...fine, body_base64 }, /^body_base64 of the request is not base64$/);
  }
  rejected({ ...fine, body: "a", body_base64: "YQ==" }, /has both body and body_base64$/);
  rejected({ ...fine, body: "", body_base64: "" }, /has both body and body_base64$/);
});

test("what is required is a context, an access, both or neither", () => {
  const readRequirement = (requires: unknown) => read({ ...fine, requires }).requires;
  for (const requires of [undefined, null, {}, { access: null }]) {
    assert.deepEqual(readRequirement(requires), { context: "any" });
  }
  for (const context of ["user", "application", "any"]) {
    assert.deepEqual(readRequirement({ context }), { context });
    for (const access of ["read", "write"]) {
      assert.deepEqual(readRequirement({ context, access }), { context, access });
    }
  }
  rejected({ ...fine, requires: [] }, /^requires of the request is not a JSON object$/);
  rejected({ ...fine, requires: { acess: "write" } }, /and no "acess"$/);
  rejected({ ...fine, requires: { ["x".repeat(50)]: 1 } }, new RegExp(`no "${"x".repeat(40)}"$`));
  for (const context of ["", "users", null, 1])
    rejected({ ...fine, requires: { context } }, /^context must be/);
  for (const access of ["", "admin", 1]) rejected({ ...fine, requires: { access } }, /^access is/);
});

test("a batch can have 1 to 100 requests and nothing else, and names the one that is wrong", () => {
  const batch = (count: number) => ({ requests: Array.from({ length: count }, () => fine) });
  assert.equal(maxBatched, 100);
  assert.equal(readBatch(batch(1), "1").length, 1);
  const ids = readBatch(batch(maxBatched), "1").map(({ incoming }) => incoming.id);
  assert.deepEqual([ids.length, ids[0], ids[99]], [maxBatched, "1.0", "1.99"]);
  for (const [value, says] of [
    [batch(0), /^BadRequest: a batch can have 1 to 100 requests; this one has 0$/],
    [batch(maxBatched + 1), /this one has 101$/],
    [[], /^BadRequest: the batch is not a JSON object$/],
    [{}, /nothing else$/],
    [{ requests: fine }, /nothing else$/],
    [{ ...batch(1), more: 1 }, /nothing else$/],
    [{ requests: [fine, { ...fine, target: "" }] }, /target must be the path/],
    [{ requests: [fine, { ...fine, method: 1 }] }, /method of requests\[1\] is not a string$/],
  ] as const) {
    assert.throws(() => readBatch(value, "1"), says);
  }
});
