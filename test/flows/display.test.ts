/** The theme of the pages: chosen in the menu, and kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const schemeOf = (html: string) => /<meta name="color-scheme" content="([^"]*)"/.exec(html)?.[1];
const marked = (html: string) => /value="(\w+)" aria-current="true">\w+<\/button>/.exec(html)?.[1];

// interface §14.72
test("303 — a theme that was chosen is kept for a year, on each page, until it is the system's again", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  assert.equal(schemeOf((await visitor.get("/account")).html), "light dark");
  for (const theme of ["dark", "light"]) {
    const chosen = await visitor.post("/display", { theme, continue: "/account/sessions" });
    assert.equal(chosen.status, 303);
    assert.equal(chosen.location, "/account/sessions");
    assert.equal(
      chosen.headers.get("set-cookie"),
      `theme=${theme}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
    );
    const { html } = await visitor.get("/account/sessions");
    assert.deepEqual([schemeOf(html), marked(html)], [theme, theme]);
    assert.equal(schemeOf((await visitor.get("/oauth/authorize")).html), theme);
  }
  await visitor.post("/display", { theme: "system", continue: "/account" });
  const { html } = await visitor.get("/account");
  assert.deepEqual([schemeOf(html), marked(html)], ["light dark", "system"]);
});

// interface §14.18, §14.72
test("400, 403 — a theme that there isn't, a page that isn't ours, and a form of another site set nothing", async () => {
  await using world = await startWorld();
  const visitor = new Visitor(world.baseUrl);
  for (const [theme, to] of [
    ["blue", "/account"],
    ["", "/account"],
    ["dark", "https://evil.example/"],
    ["dark", "//evil.example/"],
  ] as const) {
    const response = await visitor.post("/display", { theme, continue: to });
    assert.deepEqual([response.status, response.headers.get("set-cookie")], [400, null], theme);
  }
  const form = new URLSearchParams({ theme: "dark", continue: "/account" });
  const headers = { origin: "https://evil.example" };
  const elsewhere = { method: "POST", body: form, headers, redirect: "manual" } as const;
  const response = await fetch(`${world.baseUrl}/display`, elsewhere);
  assert.deepEqual([response.status, response.headers.get("set-cookie")], [403, null]);
});

test("200 — a cookie that names no theme is as good as none", async () => {
  await using world = await startWorld();
  for (const value of ["blue", "__proto__", "", "%00", '"><script>']) {
    const visitor = new Visitor(world.baseUrl);
    visitor.cookies.set("theme", value);
    assert.equal(schemeOf((await visitor.get("/sign-in")).html), "light dark", value);
  }
});

// interface §14.73
test("303 — a time zone that was chosen is kept for a year, and moments are in it without script", async () => {
  await using world = await startWorld();
  world.clock.now = Date.UTC(2031, 4, 3, 22, 20, 30);
  const visitor = await signedIn(world.baseUrl, world.alice);
  const path = "/account/events";
  const link = `/display?continue=${encodeURIComponent(path)}`;
  const before = (await visitor.get(path)).html;
  assert.ok(before.includes(`href="${link}"`));
  assert.match(before, /<time [^>]*data-shown="moment">May 3, 2031, 22:20 UTC</);
  const page = await visitor.get(link);
  assert.match(page.html, /<option value="browser" selected>/);
  const form = { time_zone: "Asia/Tokyo", continue: path };
  const chosen = await visitor.post("/display", form);
  assert.deepEqual([chosen.status, chosen.location], [303, path]);
  assert.equal(
    chosen.headers.get("set-cookie"),
    "time_zone=Asia/Tokyo; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
  );
  const { html } = await visitor.get(path);
  assert.match(
    html,
    /title="Sunday, May 4, 2031 at 7:20:30\sAM GMT\+9">May 4, 2031, 07:20<\/time>/,
  );
  assert.doesNotMatch(html, /data-shown|\/dates-/);
  assert.match(html, /Time zone: <bdi dir="ltr">Asia\/Tokyo<\/bdi>/);
  assert.match((await visitor.get(link)).html, /<option value="Asia\/Tokyo"[^>]* selected>/);
  await visitor.post("/display", { ...form, time_zone: "browser" });
  assert.match((await visitor.get(path)).html, /data-shown="moment">May 3, 2031, 22:20 UTC</);
});

// interface §14.18, §14.73
test("400 — a time zone that there isn't, a page that isn't ours, and a form without a choice set nothing", async () => {
  await using world = await startWorld();
  const visitor = new Visitor(world.baseUrl);
  for (const fields of [
    { time_zone: "Mars/Olympus", continue: "/account" },
    { time_zone: "Etc/GMT+5", continue: "/account" },
    { time_zone: "", continue: "/account" },
    { time_zone: "Asia/Tokyo", continue: "//evil.example/" },
    { continue: "/account" },
  ]) {
    const response = await visitor.post("/display", fields);
    assert.deepEqual([response.status, response.headers.get("set-cookie")], [400, null]);
  }
  assert.equal((await visitor.get("/display")).status, 400);
  assert.equal((await visitor.get("/display?continue=https://evil.example/")).status, 400);
  visitor.cookies.set("time_zone", "Mars/Olympus");
  assert.equal((await visitor.get("/sign-in")).status, 200);
});
