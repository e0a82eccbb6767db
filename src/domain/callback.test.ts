import assert from "node:assert/strict";
import { test } from "node:test";
import { callbackMatches, callbackProblem, problemWithCallback } from "./callback.ts";

const long = "https://a.example/";

test("each thing that is wrong with a callback has its name, and what the explanation is about", () => {
  for (const [callback, problem, about] of [
    ["oob", "oob", ""],
    ["", "empty", ""],
    [long.padEnd(1001, "x"), "too-long", ""],
    ["https://a.example/é", "not-ascii", ""],
    ["https://a.example/ x", "not-ascii", ""],
    ["https://a.example/{id}", "unencoded", ""],
    ["https://a.example/#x", "fragment", ""],
    ["https://a.example/?x", "query", ""],
    ["a.example/callback", "no-scheme", ""],
    ["https:/a.example/", "no-scheme", ""],
    ["1app://", "no-scheme", ""],
    ["JavaScript://x", "forbidden-scheme", "javascript"],
    ["mailto://", "forbidden-scheme", "mailto"],
    ["weather://x", "scheme-only", "weather"],
    ["weather:/x", "scheme-only", "weather"],
    ["weather://a?b", "query", ""],
    ["http://a.example/", "plain-http", ""],
    ["https://a@b.example/", "host", ""],
    ["https://a.example./", "host", ""],
    ["https:///x", "host", ""],
    ["https://[1:2]/", "invalid-host", ""],
    ["https://127.1/", "other-host", "127.0.0.1"],
    ["https://a.example/../x", "dot-segments", ""],
    ["https://a.example/%2E", "dot-segments", ""],
    ["weather://a@b", "user-name", ""],
  ] as const) {
    assert.deepEqual(callbackProblem(callback), { problem, about }, callback);
    const sentence = problemWithCallback(callback) ?? "";
    assert.match(sentence, /^\w.*\.$/, callback);
    assert.ok(sentence.includes(about), callback);
  }
});

test("what can be registered", () => {
  for (const callback of [
    long.padEnd(1000, "x"),
    "https://a.example",
    "https://A.example:8443/a.b/..c/%2Ex",
    "http://localhost:3000/",
    "http://127.0.0.1/",
    "http://[::1]:1/",
    "weather://",
    "com.example.app:/",
  ]) {
    assert.equal(callbackProblem(callback)?.problem, undefined, callback);
  }
});

test("a sent callback matches by scheme, host, port and path; an app's by its scheme alone", () => {
  for (const [registered, sent, expected] of [
    ["https://a.example/cb", "https://a.example:443/cb?x=y", true],
    ["https://a.example/cb", "https://a.example:0443/cb", true],
    ["https://a.example/cb", "https://a.example:80/cb", false],
    ["https://a.example/cb", "https://a.example/cb/", false],
    ["https://a.example/cb", "https://b.example/cb", false],
    ["https://a.example/cb", "http://a.example/cb", false],
    ["https://a.example", "https://a.example/?x", true],
    ["https://127.0.0.1/cb", "https://127.0.0.1:81/cb", false],
    ["http://127.0.0.1/cb", "http://127.0.0.1:80/cb", true],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5000/cb", true],
    ["http://[::1]/cb", "http://[::1]:5000/cb", true],
    ["http://localhost/cb", "http://localhost:5000/cb", false],
    ["http://localhost/cb", "http://localhost:80/cb", true],
    ["https://a.example/cb", "https://a.example:443/cb", true],
    ["weather://", "weather:/done?x#", false],
    ["weather://", "Weather://done/x?y", true],
    ["weather://", "tide://done", false],
    ["oob", "https://a.example/", false],
  ] as const) {
    assert.equal(callbackMatches(sent, [registered]), expected, `${registered} ${sent}`);
  }
});
