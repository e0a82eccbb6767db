import assert from "node:assert/strict";
import { test } from "node:test";
import { maxParameters } from "#oauth1";
import { incoming } from "../../../test/support/incoming.ts";
import {
  decisiveValues,
  formOf,
  formPairsOf,
  queryOf,
  rejectDifferentValues,
  rejectTooMany,
} from "./incoming.ts";

const pairs = (count: number) => Array.from({ length: count }, (_, at) => `n${at}=`).join("&");

test("query and form together hold as many parameters as one request may, and not one more", () => {
  for (const [query, body] of [
    [maxParameters, 0],
    [0, maxParameters],
    [maxParameters - 1, 1],
  ] as const) {
    const request = incoming({ query: pairs(query), body: pairs(body) });
    rejectTooMany(request);
    const longer = incoming({ query: pairs(query), body: pairs(body + 1) });
    assert.throws(() => rejectTooMany(longer), /more than 256/, `${query} and ${body + 1}`);
  }
  const json = { query: undefined, body: pairs(maxParameters + 1), contentType: "text/plain" };
  rejectTooMany(incoming(json));
});

test("of a field that comes twice the first counts, and a form is decoded once", () => {
  const request = incoming({ body: "a=1&b=%C3%A9+x&a=2&c" });
  assert.deepEqual(
    [...formOf(request)],
    [
      ["a", "1"],
      ["b", "é x"],
      ["c", ""],
    ],
  );
  assert.equal(formPairsOf(request), formPairsOf(request));
});

test("a query is read as a form is; where there is none, it is empty", () => {
  const { query } = incoming({ query: "a=1&a=2&b=%C3%A9+x" });
  assert.deepEqual(
    [...queryOf({ query })],
    [
      ["a", "1"],
      ["a", "2"],
      ["b", "é x"],
    ],
  );
  assert.deepEqual([...queryOf({ query: undefined })], []);
});

test("400 (code 215) — a name that decides has one value, in query and form together", () => {
  const decides = (name: string) => name === "token";
  const values = decisiveValues(
    incoming({ query: "token=a&other=1", body: "token=a&other=2" }),
    decides,
  );
  assert.deepEqual([...values], [["token", "a"]]);
  assert.throws(() => decisiveValues(incoming({ query: "token=a", body: "token=b" }), decides), {
    name: "RequestError",
    message: "Bad Authentication data: token has different values.",
  });
});

test("400 (code 215) — a name with two values, in the query, the form, or both", () => {
  for (const [query, body, name] of [
    ["oauth_token=a&oauth_token=b", "", "oauth_token"],
    ["oauth_token=a", "oauth_token=b", "oauth_token"],
    ["oauth_token=a", "oauth_token=a", undefined],
    ["oauth_other=a&oauth_other=b", "", "oauth_other"],
    ["known=a&known=b", "", "known"],
    ["other=a&other=b", "", undefined],
    ["", "other=a&other=b", "other"],
    ["other=b", "other=a", "other"],
    ["", "decision=allow&decision=allow", undefined],
    ["oauth_token=a&oauth_token=", "", "oauth_token"],
    ["%6fauth_token=a&oauth_token=b", "", "oauth_token"],
  ] as const) {
    const read = () => rejectDifferentValues(incoming({ query, body }), ["known"]);
    if (name === undefined) assert.doesNotThrow(read, `${query} ${body}`);
    else assert.throws(read, { message: `Bad Authentication data: ${name} has different values.` });
  }
});

test("a form is a form by its type alone", () => {
  for (const [contentType, size] of [
    ["application/x-www-form-urlencoded", 1],
    [" Application/X-WWW-Form-Urlencoded ; charset=x", 1],
    ["application/x-www-form-urlencodedx", 0],
    ["application/json", 0],
    ["multipart/form-data", 0],
    [undefined, 0],
  ] as const) {
    assert.equal(formOf(incoming({ contentType, body: "a=b" })).size, size, contentType);
  }
});
