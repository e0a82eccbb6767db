import assert from "node:assert/strict";
import { test } from "node:test";
import { incoming } from "../../../test/support/incoming.ts";
import { originFor } from "./origin.ts";

function chosenFrom(origins: readonly [string, ...string[]], host: string | undefined): string {
  return originFor(incoming({ headers: host === undefined ? {} : { host } }), origins);
}

test("the Host header chooses among the configured origins, and only among them", () => {
  const origins = ["https://id.example", "https://api.example:8443", "http://old.example"] as const;
  const [first, second, third] = origins;
  for (const [host, origin] of [
    ["id.example", first],
    ["api.example:8443", second],
    ["API.Example:8443", second],
    ["api.example", first],
    ["api.example:", first],
    ["evil.example", first],
    ["api.example:8443@evil.example", first],
    ["api.example:8443:443", first],
    ["xold.example", first],
    ["old.example.evil.example", first],
    ["", first],
    [undefined, first],
    ["old.example", third],
  ] as const) {
    assert.equal(chosenFrom(origins, host), origin, host);
  }
});

test("the port of the scheme, or an empty one, names the same host; another port does not", () => {
  const origins = ["https://id.example", "https://api.example", "http://old.example"] as const;
  const [first, second, third] = origins;
  for (const [host, origin] of [
    ["api.example:443", second],
    ["api.example:", second],
    ["api.example:80", first],
    ["api.example:4433", first],
    ["api.example:443:", first],
    ["old.example:80", third],
    ["old.example:443", first],
    ["old.example:8080", first],
  ] as const) {
    assert.equal(chosenFrom(origins, host), origin, host);
  }
});

test("a single origin is every host's", () => {
  assert.equal(chosenFrom(["https://id.example"], "other.example"), "https://id.example");
});
