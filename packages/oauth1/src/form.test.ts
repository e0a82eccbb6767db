import assert from "node:assert/strict";
import { it } from "node:test";
import { formBodyOf, isUnclearForm } from "./index.ts";

const form = "application/x-www-form-urlencoded";

it("a body is a form by its type alone, in any case and with parameters", () => {
  for (const contentType of [form, ` ${form}\t`, `${form};charset=UTF-8`, form.toUpperCase()]) {
    assert.equal(formBodyOf({ contentType, body: "a=b" }), "a=b", contentType);
    assert.equal(isUnclearForm(contentType), false, contentType);
  }
});

it("a type that names a form's and more is no form here, and unclear", () => {
  for (const contentType of [
    `${form}\xa0`,
    `${form}, a/b`,
    `${form} x`,
    `a/b,${form}`,
    `${form}x`,
  ]) {
    assert.equal(formBodyOf({ contentType, body: "a=b" }), "", contentType);
    assert.equal(isUnclearForm(contentType), true, contentType);
  }
});

it("any other type, and none, is no form, and clear", () => {
  for (const contentType of [undefined, "", "application/json", "multipart/form-data"]) {
    assert.equal(formBodyOf({ contentType, body: "a=b" }), "", contentType);
    assert.equal(isUnclearForm(contentType), false, contentType);
  }
});
