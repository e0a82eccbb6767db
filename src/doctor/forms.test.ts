import assert from "node:assert/strict";
import { test } from "node:test";
import { formBodyOf } from "#oauth1";
import { otherBodies } from "./hypotheses/places.ts";
import type { Facts } from "./hypothesis.ts";
import { parsePaste } from "./paste/parse-paste.ts";
import type { PastedRequest } from "./paste/pasted-request.ts";

const type = "application/x-www-form-urlencoded";
const types = [
  undefined,
  "",
  "application/json",
  type,
  type.toUpperCase(),
  ` ${type} ; charset=utf-8`,
  `${type} charset=utf-8`,
  `${type}, application/json`,
  `${type}-2`,
  `text/plain; was=${type}`,
];

test("a body is a form for the doctor if it is one for the service, and otherwise it may have been signed as one", () => {
  for (const contentType of types) {
    const body = "status=hi";
    const request = { contentType, body, fields: [] } as Partial<PastedRequest>;
    const tried = [...otherBodies({ request } as Facts)];
    const isForm = formBodyOf({ contentType, body }) !== "";
    assert.equal(tried.length > 0, !isForm, contentType);
  }
});

test("fields that a HAR file lists without their text are the body if they are a form for the service", () => {
  for (const mimeType of types) {
    const postData = { mimeType, params: [{ name: "status", value: "hi" }] };
    const entry = { method: "POST", url: "https://a.example/x", headers: [], postData };
    const pasted = parsePaste(JSON.stringify(entry));
    assert.ok(pasted.ok);
    const isForm = formBodyOf({ contentType: mimeType, body: "form" }) !== "";
    assert.equal(pasted.request.body, isForm ? "status=hi" : "", mimeType);
  }
});
