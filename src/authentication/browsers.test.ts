import assert from "node:assert/strict";
import { test } from "node:test";
import { formOf, type Incoming, refuseDifferentValues } from "./incoming.ts";
import { originFor } from "./origin.ts";

function incoming(parts: Partial<Incoming>): Incoming {
  return {
    id: "1",
    method: "POST",
    path: "/",
    query: undefined,
    headers: {},
    authorization: undefined,
    authorizations: 0,
    contentType: "application/x-www-form-urlencoded",
    body: "",
    address: "127.0.0.1",
    ...parts,
  };
}

test("the Host header chooses among the configured origins, and only among them", () => {
  const origins = ["https://id.example", "https://api.example:8443"] as const;
  for (const [host, origin] of [
    ["id.example", origins[0]],
    ["api.example:8443", origins[1]],
    ["API.Example:8443", origins[1]],
    ["api.example", origins[0]],
    ["evil.example", origins[0]],
    ["api.example:8443@evil.example", origins[0]],
    ["", origins[0]],
    [undefined, origins[0]],
  ] as const) {
    const headers = host === undefined ? {} : { host };
    assert.equal(originFor(incoming({ headers }), [...origins]), origin, host);
  }
});

test("400 · 215 — a name with two values, in the query, the form, or both", () => {
  for (const [query, body, found] of [
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
    const read = () => refuseDifferentValues(incoming({ query, body }), ["known"]);
    if (found === undefined) assert.doesNotThrow(read, `${query} ${body}`);
    else
      assert.throws(read, { message: `Bad Authentication data: ${found} has different values.` });
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
