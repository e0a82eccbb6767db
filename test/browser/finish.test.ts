/**
 * What every page has: a link past the navigation, a brand that links to the home page, and a focus that starts where
 * the news is.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "playwright-core";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";
import { loadInspect } from "./in-page/load.ts";

const gallery = galleryInBrowser();

const opening = new Map<string, Promise<Page>>();

/** Loads a state into the page with these options, which is kept: a new page costs more than loading a state. */
async function openPage(
  name: string,
  options: Parameters<Browser["newPage"]>[0] = {},
  tag = "en",
): Promise<Page> {
  const key = JSON.stringify(options);
  const page =
    opening.get(key) ?? gallery.browser.newPage({ javaScriptEnabled: false, ...options });
  opening.set(key, page);
  await (await page).goto(gallery.hrefOf(tag, name));
  return page;
}

const focused = (page: Page) => page.locator(":focus");

// interface §14.31
test("the first Tab reaches a link past the navigation, which shows then and leads to the content", async () => {
  const page = await openPage("admin-users");
  const link = page.getByRole("link", { name: english.shell.skip });
  assert.ok(((await link.boundingBox())?.width ?? 0) <= 1, "not in sight before");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page).textContent(), english.shell.skip);
  assert.ok(((await link.boundingBox())?.height ?? 0) >= 44);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate("document.activeElement?.id"), "main");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page).textContent(), english.admin.search.any.state);
});

// interface §14.31
test("the brand leads home from every page", async () => {
  for (const name of ["sign-in", "consent-write", "account-applications", "admin-users"]) {
    const page = await openPage(name);
    assert.equal(await page.locator(".service a").getAttribute("href"), "/", name);
  }
});

test("the focus begins at what was rejected or done, and at the password of a failed sign-in", async () => {
  for (const [name, selector] of [
    ["account-profile-taken-problem", "#problem"],
    ["account-profile-saved", ".banner.good"],
    ["admin-user-suspended", ".banner.good"],
    ["admin-application-limits-wrong", "#limits-problem"],
    ["sign-in-wrong", "#password"],
    ["sign-in", "#username"],
    ["sign-in-signed-out", ".banner.good"],
  ] as const) {
    const page = await openPage(name, { viewport: { width: 390, height: 664 } });
    // Without script, the browser sets the focus when it first paints the page.
    await page.locator(`${selector}:focus`).waitFor();
    const box = await focused(page).boundingBox();
    assert.ok(box !== null && box.y >= 0 && box.y < 664, `${name}: it is in sight`);
  }
});

test("on a phone the tabs of an application take one line, and the one that is open is in sight", async () => {
  const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: true };
  for (const tag of Object.keys(languages)) {
    for (const name of [
      "portal-application",
      "portal-application-users",
      "portal-application-delete",
    ]) {
      const page = await openPage(name, phone, tag);
      const line = await page.locator(".tabs ul").boundingBox();
      assert.ok(line !== null && line.height < 60, `${tag} ${name}: ${line?.height}`);
      const { x = -1, width = 0 } =
        (await page.locator(".tabs [aria-current]").boundingBox()) ?? {};
      assert.ok(x >= 0 && x + width <= 360, `${tag} ${name}: from ${x}, ${width} wide`);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
    }
  }
});

// interface §14.31
test("every state with a problem says so first in its title, and no other does", () => {
  const begins = `<title>${english.shell.problem("")}`;
  const rejected = statesIn("en").filter((name) => {
    const html = htmlOf("en", name);
    const isRejected = html.includes('role="alert"');
    assert.equal(html.includes(begins), isRejected, name);
    assert.ok(html.split(' role="alert"').length <= 2, `${name}: a problem is said once`);
    return isRejected;
  });
  assert.ok(rejected.includes("sign-in-wrong") && !rejected.includes("sign-in"));
});

test("in colors of the reader's own the current item is told apart without ours", async () => {
  const page = await openPage("admin-users", { forcedColors: "active" });
  const current = page.locator("nav a[aria-current]").last();
  const other = page.locator("nav a:not([aria-current])").last();
  const look = (one: typeof current) =>
    one.evaluate((link) => {
      const { textDecorationLine, borderInlineStartStyle, outlineStyle } =
        link.ownerDocument.defaultView?.getComputedStyle(link) ?? {};
      return [textDecorationLine, borderInlineStartStyle, outlineStyle].join(" ");
    });
  assert.notEqual(await look(current), await look(other));
});

test("on a phone only the bar stands above the content of a signed-in user", async () => {
  const page = await openPage("admin-users", { viewport: { width: 390, height: 664 } });
  const low: string[] = [];
  for (const tag of Object.keys(languages)) {
    const names = statesIn(tag).filter((name) =>
      htmlOf(tag, name).includes('<body class="signed-in"'),
    );
    assert.ok(names.length > 300, `${names.length} states`);
    const tops = await page.evaluate(`${JSON.stringify(names.map((name) => htmlOf(tag, name)))}
      .map((html) => {
        document.body = new DOMParser().parseFromString(html, "text/html").body;
        return document.querySelector("main").getBoundingClientRect().top;
      })`);
    low.push(...names.filter((_, at) => Number((tops as unknown[])[at]) > 64));
  }
  assert.deepEqual(low, []);
});

test("account, portal and administration have one bar, with the brand at its beginning and the user at its end", async () => {
  for (const tag of ["en", "ar"]) {
    const places = new Set<string>();
    for (const name of ["account-applications", "admin-users", "portal-applications"]) {
      const page = await openPage(name, { viewport: { width: 1280, height: 800 } }, tag);
      const boxes = await Promise.all(
        [".service a", ".me > button", ".signed-in > .sections", "main"].map(async (selector) =>
          Math.round(
            (await page.locator(selector).boundingBox())?.[tag === "ar" ? "y" : "x"] ?? -1,
          ),
        ),
      );
      places.add(boxes.join(" "));
    }
    assert.equal(places.size, 1, `${tag}: ${[...places].join(", ")}`);
  }
});

test("the menus of a phone stay on the screen, and what is in them is large enough to press", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 320, height: 664 } });
  await page.goto(gallery.hrefOf("en", "admin-users"));
  await loadInspect(page);
  for (const tag of Object.keys(languages)) {
    for (const name of ["account-applications", "admin-users", "shell-long-screen-name"]) {
      await page.evaluate(`inspect.show(${JSON.stringify(htmlOf(tag, name))})`);
      for (const menu of [".places", ".me"]) {
        await page.locator(`${menu} > button`).click();
        assert.ok(await page.locator(`${menu} > div`).isVisible(), `${tag} ${name} ${menu}`);
        for (const check of ["outOfBounds", "smallTargets"]) {
          assert.deepEqual(await page.evaluate(`inspect.${check}()`), [], `${tag} ${name} ${menu}`);
        }
      }
    }
  }
  await page.close();
});

test("without script the menus of a phone lead to the areas, the sections and the way out", async () => {
  const page = await openPage("admin-users", { viewport: { width: 390, height: 664 } });
  const audit = page.getByRole("link", { name: english.shell.sections.admin.audit });
  const out = page.getByRole("button", { name: english.shell.signOut });
  assert.deepEqual([await audit.count(), await out.count()], [0, 0]);
  await page.locator(".places > button").click();
  assert.ok(await audit.isVisible());
  assert.ok(await page.getByRole("link", { name: english.shell.areas.portal }).isVisible());
  await page.locator(".places > button").click();
  await page.locator(".me > button").click();
  assert.ok(await out.isVisible());
});

test("an API key is revoked by a second press, after the page has said what that does", async () => {
  const page = await openPage("admin-api-keys");
  const { revoke, revokeHint, revokeNow } = english.admin.apiKeys;
  const press = page.getByRole("button", { name: revokeNow, exact: true });
  assert.equal(await press.count(), 0);
  await page.locator("summary", { hasText: revoke }).first().click();
  assert.equal(await press.count(), 1);
  assert.ok(await page.getByText(revokeHint).first().isVisible());
});

test("without script, a session or a collaborator ends with a second press, after the page has said what that does", async () => {
  const { sessions } = english.account;
  const { end } = english.portal.collaborators;
  for (const [state, open, hint, now] of [
    ["account-sessions", sessions.end, sessions.endHint, sessions.endNow],
    ["account-sessions", sessions.endOthers, sessions.endOthersHint, sessions.endOthersNow],
    ["portal-collaborators-some", ...Object.values(end.collaborator)],
    ["portal-collaborators-some", ...Object.values(end.invitation)],
  ] as const) {
    const page = await openPage(state);
    const press = page.getByRole("button", { name: now, exact: true });
    assert.equal(await press.count(), 0, now);
    await page
      .locator("summary", { hasText: new RegExp(`^${open}$`) })
      .first()
      .click();
    assert.equal(await press.count(), 1, now);
    assert.ok(await page.getByText(hint).first().isVisible(), now);
  }
});

test("links beside a name stand on its line", async () => {
  const page = await openPage("account-applications", { viewport: { width: 1280, height: 800 } });
  const bottoms = (await page.evaluate(`(() => {
    const row = document.querySelector(".entries .titled:has(.links)");
    return [...row.querySelectorAll("a, bdi")].filter((one) => one.textContent.trim()).map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().bottom;
    });
  })()`)) as number[];
  assert.ok(bottoms.length >= 3);
  assert.ok(Math.max(...bottoms) - Math.min(...bottoms) <= 1.5, bottoms.join(" "));
});

test("a ring of the focus leaves room around the answer and around a chart's numbers", async () => {
  for (const [state, ringed, within] of [
    ["check-certain", ".findings", "*"],
    ["admin-overview", ".plot", "li"],
  ] as const) {
    const page = await openPage(state, {
      viewport: { width: 1280, height: 800 },
      javaScriptEnabled: true,
    });
    const room = (await page.evaluate(`(() => {
      const ringed = document.querySelector("${ringed}");
      ringed.tabIndex = -1;
      ringed.focus({ focusVisible: true });
      const ring = parseFloat(getComputedStyle(ringed).outlineOffset);
      const outer = ringed.getBoundingClientRect();
      const texts = [...ringed.querySelectorAll("${within}")].map((one) => one.getBoundingClientRect());
      return ring + Math.min(...texts.filter(({ height }) => height > 0).map((one) => one.top - outer.top));
    })()`)) as number;
    assert.ok(room >= 4, `${state}: ${room} px above`);
  }
});

test("a name in a button stands a space apart from the words before it", async () => {
  const page = await openPage("sign-in-providers");
  const said = await page.locator("form[action^='/sign-in/with/'] button").first().innerText();
  assert.equal(said, "Sign in with Example Staff");
});

test("the tabs of an application stand in one line from 1040 px on, in every language", async () => {
  const desk = { viewport: { width: 1040, height: 800 }, javaScriptEnabled: true };
  for (const tag of Object.keys(languages)) {
    const page = await openPage("portal-application-settings", desk, tag);
    const tabs = await page.locator(".tabs a").all();
    const tops = await Promise.all(tabs.map(async (one) => (await one.boundingBox())?.y));
    assert.equal(tops.length, 7);
    assert.equal(new Set(tops).size, 1, tag);
  }
});
