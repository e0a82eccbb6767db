import assert from "node:assert/strict";
import { test } from "node:test";
import { returnUrl } from "./own-page.ts";

const secret = "s".repeat(43);

for (const [method, path, query, expected] of [
  ["GET", "/account", undefined, "/account"],
  ["GET", "/account/events", "after=1", "/account/events?after=1"],
  ["POST", "/account/profile", "after=1", "/account/profile"],
  ["GET", "/account", "oauth_token=x", "/account"],
  ["GET", "/oauth/authorize", "oauth_token=x", "/oauth/authorize?oauth_token=x"],
  ["GET", "/oauth/authorize", "oauth_token=x&evil=1&state=s", "/oauth/authorize?oauth_token=x"],
  ["POST", "/oauth/authorize", undefined, "/account"],
  ["GET", "/sign-in", "continue=%2Fportal&evil=1", "/sign-in?continue=%2Fportal"],
  ["GET", "/sign-in", "continue=%2F%2Fevil.example", "/sign-in"],
  ["GET", "/reset", undefined, "/reset"],
  ["GET", "/reset/password", `token=${secret}`, `/reset/password?token=${secret}`],
  ["GET", "/reset/password", `token=${secret}&evil=1`, "/account"],
  ["GET", "/sign-up", "invitation=x", "/sign-up"],
  [
    "GET",
    "/sign-up",
    `continue=%2Fportal&invitation=${secret}`,
    `/sign-up?continue=%2Fportal&invitation=${secret}`,
  ],
  ["GET", "/sign-up", "continue=%2F%2Fevil.example", "/sign-up"],
  ["POST", "/sign-out", undefined, "/account"],
  ["GET", "/nowhere", "x=1", "/account"],
  ["GET", "//evil.example", undefined, "/account"],
] as const) {
  test(`${method} ${path}?${query ?? ""} is come back to at ${expected}`, () => {
    assert.equal(returnUrl({ method, path, query }), expected);
  });
}
