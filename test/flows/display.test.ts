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
