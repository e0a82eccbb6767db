/** The middleware cannot import how the service reads a request, so it has copies: they must read the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth1 from "#oauth1";
import * as body from "../../packages/client/src/body.ts";
import * as middleware from "../../packages/client/src/decide.ts";
import * as service from "../../src/http/server/incoming.ts";

test("the middleware takes the same bodies for forms as the service", () => {
  const form = "application/x-www-form-urlencoded";
  for (const [contentType, isForm] of [
    [undefined, false],
    ["", false],
    [form, true],
    [form.toUpperCase(), true],
    [` \t${form}\t `, true],
    [`${form};charset=utf-8`, true],
    [`${form} ; charset=utf-8`, true],
    [`${form}, text/plain`, false],
    [`\u00a0${form}`, false],
    [`${form}\u00a0`, false],
    [`${form}x`, false],
    [`text/plain, ${form}`, false],
    ["application/json", false],
  ] as const) {
    assert.equal(body.isForm(contentType), isForm, `middleware: ${contentType}`);
    assert.equal(oauth1.isForm(contentType), isForm, `service: ${contentType}`);
  }
});

test("the middleware takes the same path from a request line as the service", () => {
  for (const [target, path] of [
    ["/1.1/a?b=c", "/1.1/a?b=c"],
    ["http://api.example/a?b", "/a?b"],
    ["HTTPS://api.example:8443/a", "/a"],
    ["http://api.example?a=/b", "?a=/b"],
    ["http://api.example", ""],
    ["//api.example/a", "//api.example/a"],
    ["/http://api.example/a", "/http://api.example/a"],
    ["ftp://api.example/a", "ftp://api.example/a"],
    ["*", "*"],
  ] as const) {
    assert.equal(middleware.originForm(target), path, `middleware: ${target}`);
    assert.equal(service.originForm(target), path, `service: ${target}`);
  }
});

test("the middleware finds the same headers of one name as the service", () => {
  const name = "authorization";
  for (const [rawHeaders, values] of [
    [[], []],
    [["Host", name, "Authorization", "one"], ["one"]],
    [
      ["authorization", "one", "AUTHORIZATION", "two"],
      ["one", "two"],
    ],
    [["Authorization", "Authorization", "X", "y"], ["Authorization"]],
    [["Proxy-Authorization", "one", "Authorizatio", "two"], []],
    [["Authorization", ""], [""]],
  ] as const) {
    assert.deepEqual(middleware.valuesOf(rawHeaders, name), values, `middleware: ${rawHeaders}`);
    assert.deepEqual(service.valuesOf(rawHeaders, name), values, `service: ${rawHeaders}`);
  }
});
