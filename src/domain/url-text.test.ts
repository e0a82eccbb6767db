import assert from "node:assert/strict";
import { test } from "node:test";
import { fitsUrl } from "./url-text.ts";

for (const text of [
  "",
  "weather bot",
  "@wea.friend",
  "alice@users.example",
  "4503599627370496",
  "18446744073709551615",
  "Wettervorhersagenbenachrichtigungsdienst",
  "application.previous-secret-revoked",
]) {
  test(`in a URL: ${text}`, () => {
    assert.equal(fitsUrl(text), true);
  });
}

for (const text of [
  "1v3Rc8SDtx".repeat(5),
  "1v3Rc8SDtx".repeat(2),
  "  the secret is 1v3Rc8SDtx1v3Rc8SDtx9",
  "4503599627370496-1v3Rc8SDtx1v3Rc8SDtx9",
  "aaaaaaaaaaaaaaaaaaa1",
  "AAAAAAAAAAAAAAAAAAAA",
]) {
  test(`not in a URL: ${text}`, () => {
    assert.equal(fitsUrl(text), false);
  });
}
