import assert from "node:assert/strict";
import { test } from "node:test";
import { hasCredentialShape } from "./search.ts";

for (const text of [
  "",
  "weather bot",
  "@wea.friend",
  "alice@users.example",
  "4503599627370496",
  "18446744073709551615",
  "Wettervorhersagenbenachrichtigungsdienst",
  "wettervorhersagenbenachrichtigungsdienst",
  "AAAAAAAAAAAAAAAAAAAA",
  "application.previous-secret-revoked",
]) {
  test(`no credential: ${text}`, () => {
    assert.equal(hasCredentialShape(text), false);
  });
}

for (const text of [
  "1v3Rc8SDtx".repeat(5),
  "1v3Rc8SDtx".repeat(2),
  "  the secret is 1v3Rc8SDtx1v3Rc8SDtx9",
  "4503599627370496-1v3Rc8SDtx1v3Rc8SDtx9",
  "aaaaaaaaaaaaaaaaaaa1",
  "AbCdEfGhIjKlMnOpQrStUvWxY",
]) {
  test(`a credential: ${text}`, () => {
    assert.equal(hasCredentialShape(text), true);
  });
}
