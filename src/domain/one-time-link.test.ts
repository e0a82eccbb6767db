import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "./credentials.ts";
import { linkLife, linkPath } from "./one-time-link.ts";

const hour = 3_600_000;

test("a link leads to the page of its purpose, and lives as long as the purpose needs", () => {
  const secret = new Secret("s");
  for (const [purpose, path, hours] of [
    ["invitation", "/sign-up?invitation=s", 14 * 24],
    ["password-reset", "/reset/password?token=s", 1],
    ["admin", "/sign-up?invitation=s", 7 * 24],
    ["email", "/account/email?token=s", 24],
  ] as const) {
    assert.equal(linkPath(purpose, secret), path);
    assert.equal(linkLife[purpose], hours * hour, purpose);
  }
});
