import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { incoming } from "../../test/support/incoming.ts";
import { mintSessionId, type UserId } from "../domain/credentials.ts";
import { languageTags } from "../domain/language-tags.ts";
import type { TimeZone } from "../domain/time-zone.ts";
import { textsFor } from "../pages/languages/languages.ts";
import * as spanish from "../pages/languages/spanish.ts";
import { KeyRing } from "../tools/keys/key-ring.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { browser, knownBrowser, setKnownBrowser, setSession } from "./browser-session.ts";
import { languageOf, setLanguage } from "./language.ts";
import { setTheme } from "./theme.ts";
import { setTimeZone } from "./time-zone.ts";

const keys = new KeyRing(() => [{ id: "one", key: randomBytes(32) }]);
const at = (origin: string) =>
  ({ keys, random: randomBytes, origins: [origin] }) as unknown as Dependencies;
const [https, http] = [at("https://id.example"), at("http://127.0.0.1:8080")];
const alice = { userId: "7" as UserId, passwordHash: "$argon2id$alice" as const };

function back(...lines: readonly string[]) {
  return incoming({ headers: { cookie: lines.map((one) => one.split(";", 1)[0]).join("; ") } });
}

test("over https a session's cookie is bound to the host; no script and no other site's form sends it", () => {
  const id = mintSessionId(randomBytes);
  const year = "Max-Age=31536000";
  assert.match(
    setSession(id, https),
    new RegExp(`^__Host-session=${id}; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
  );
  assert.match(
    setSession(id, http),
    new RegExp(`^session=${id}; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax$`),
  );
  const known = setKnownBrowser(incoming(), alice, https);
  assert.match(known, /^__Host-browser=7\.\w{43}\.one\.[\w-]{43}\.one\.[\w-]{43};/);
  assert.ok(known.endsWith(`; ${year}; Path=/; HttpOnly; Secure; SameSite=Lax`));
  assert.match(setKnownBrowser(incoming(), alice, http), /^browser=7\./);
  assert.equal(setLanguage("es", http), `language=es; ${year}; Path=/; HttpOnly; SameSite=Lax`);
  assert.equal(setTheme("dark", http), `theme=dark; ${year}; Path=/; HttpOnly; SameSite=Lax`);
  const paris = setTimeZone("Europe/Paris" as TimeZone, http);
  assert.equal(paris, `time_zone=Europe/Paris; ${year}; Path=/; HttpOnly; SameSite=Lax`);
  assert.equal(setTheme(undefined, http), "theme=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
});

test("a browser whose cookie is no session id of ours gets a new one, and none is looked up", async () => {
  const id = mintSessionId(randomBytes);
  for (const sent of [
    "",
    "session=",
    "session=short",
    `session=${id}a`,
    `session=${id.slice(1)}-`,
  ]) {
    const request = incoming({ headers: { cookie: sent } });
    const { caller } = await browser.authenticate(request, [], http);
    const { sessionId, cookies, session } = caller;
    assert.match(sessionId, /^[A-Za-z0-9]{43}$/);
    assert.ok(!sent.includes(sessionId));
    assert.deepEqual(cookies, [setSession(sessionId, http)], sent);
    assert.equal(session, undefined);
  }
});

test("a browser is known to the account that it signed in to, and keeps its id", () => {
  const line = setKnownBrowser(incoming(), alice, https);
  const [, id] = line.split(".");
  assert.deepEqual(knownBrowser(back(line), alice, https), { id, hasPresentPassword: true });
  const changed = { ...alice, passwordHash: "$argon2id$another" as const };
  assert.deepEqual(knownBrowser(back(line), changed, https), { id, hasPresentPassword: false });
  assert.equal(knownBrowser(back(line), { ...alice, userId: "8" as UserId }, https), undefined);
  const again = setKnownBrowser(back(line), changed, https);
  assert.deepEqual(knownBrowser(back(again), changed, https), { id, hasPresentPassword: true });
  const bob = { ...alice, userId: "8" as UserId };
  assert.notEqual(setKnownBrowser(back(line), bob, https).split(".")[1], id);
});

test("a known browser's cookie that was altered is ignored", () => {
  const [value = ""] = setKnownBrowser(incoming(), alice, https).split(";");
  const parts = value.split(".");
  const replaced = (at: number, by: string) =>
    parts.map((one, i) => (i === at ? by : one)).join(".");
  for (const cookie of [
    "",
    "__Host-browser=",
    value.replace("=7.", "=8."),
    replaced(1, mintSessionId(randomBytes)),
    replaced(2, "two"),
    replaced(3, parts[5] ?? ""),
    parts.slice(0, 4).join(".").slice(0, -1),
    `${value}.more`,
    value.replace("__Host-browser", "browser"),
  ]) {
    assert.equal(knownBrowser(back(cookie), alice, https), undefined, cookie);
  }
  // Without the part for the password, the browser counts as one that may not know the present one.
  const withoutPassword = back(parts.slice(0, 4).join("."));
  assert.equal(knownBrowser(withoutPassword, alice, https)?.hasPresentPassword, false);
});

test("a language that is not offered is neither a choice nor a preference", () => {
  const spanishOnly = ["es"] as const;
  const accepting = { "accept-language": "ar, en;q=0.8" };
  const chosen = incoming({ headers: { ...accepting, cookie: "language=ar" } });
  assert.equal(languageOf(chosen, spanishOnly), "es");
  assert.equal(languageOf(chosen, ["es", "en"]), "en");
  const again = incoming({ method: "POST", query: "language=ar", headers: {} });
  assert.equal(languageOf(again, spanishOnly), "es");
});

test("pages speak the language that was chosen, else the one that is asked for, else the default", () => {
  const request = (cookie: string, accepted?: string) =>
    incoming({
      headers: { cookie, ...(accepted !== undefined && { "accept-language": accepted }) },
    });
  for (const [cookie, accepted, tag] of [
    ["language=es", "en", "es"],
    ["language=es", undefined, "es"],
    ["language=xx", "es", "es"],
    ["", "es-MX", "es"],
    ["", "xx", "en"],
    ["", undefined, "en"],
    ["language=constructor", undefined, "en"],
  ] as const) {
    assert.equal(languageOf(request(cookie, accepted), languageTags), tag, `${cookie} ${accepted}`);
  }
  assert.equal(textsFor("es", languageTags), spanish);
  assert.equal(textsFor(undefined, ["es", "en"]), spanish);
  assert.equal(textsFor("toString", ["es", "en"]), spanish);
});
