/** How much of the audit log, of a list and of a user an administrator sees at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser } from "../support/gallery.ts";

const gallery = galleryInBrowser();

for (const tag of Object.keys(languages)) {
  test(`${tag}: at least 12 events at 1280 × 800, each in one line`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(gallery.hrefOf(tag, "admin-audit-full"));
    const heights = (await page.evaluate(`
      [...document.querySelectorAll(".events tbody tr")]
        .map((row) => row.getBoundingClientRect())
        .filter(({ bottom }) => bottom <= innerHeight)
        .map(({ height }) => height)`)) as number[];
    assert.ok(heights.length >= 12, `${heights.length} rows`);
    assert.ok(Math.max(...heights) <= 40, `${Math.max(...heights)} px`);
    await page.close();
  });
}

for (const tag of Object.keys(languages)) {
  test(`${tag}: the first event stands at most 220 px below the top at 1440 × 900, with 18 of them in the screen, and 260 px on a phone`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(gallery.hrefOf(tag, "admin-audit-full"));
    const bottoms = (await page.evaluate(`
      [...document.querySelectorAll(".events tbody tr")]
        .map((row) => row.getBoundingClientRect().bottom)
        .filter((bottom) => bottom <= innerHeight)`)) as number[];
    assert.ok(bottoms.length >= 18, `${bottoms.length} rows`);
    const top = async () => (await page.locator(".events tbody tr").first().boundingBox())?.y ?? 0;
    assert.ok((await top()) <= 220, `${await top()} px`);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await top()) <= 260, `${await top()} px on a phone`);
    await page.close();
  });

  test(`${tag}: from 840 to 1440 px, no tag of an event reaches past its cell`, async () => {
    const page = await gallery.browser.newPage();
    for (const name of ["admin-audit-full", "admin-audit-every-event", "admin-audit-gone"]) {
      await page.goto(gallery.hrefOf(tag, name));
      for (let width = 840; width <= 1440; width += 24) {
        await page.setViewportSize({ width, height: 900 });
        const past = (await page.evaluate(`
          Math.max(0, ...[...document.querySelectorAll(".events .tag")].map((tag) => {
            const [own, cell] = [tag, tag.closest("td")].map((one) => one.getBoundingClientRect());
            return Math.max(own.right - cell.right, cell.left - own.left, tag.scrollWidth - tag.clientWidth);
          }))`)) as number;
        assert.ok(past <= 0, `${name} at ${width} px: ${past} px`);
      }
    }
    await page.close();
  });

  test(`${tag}: at 1440 px, what is cut in the audit log has a title, and no actor is cut`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1440, height: 900 } });
    for (const name of ["admin-audit-full", "admin-audit-gone", "admin-audit-names"]) {
      await page.goto(gallery.hrefOf(tag, name));
      const cut = await page.evaluate(`
        [...document.querySelectorAll(".events, .events *")]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
          .filter((one) => one.clientWidth > 1 && !one.closest("[title]") && !one.querySelector("[title]"))
          .map((one) => one.textContent)`);
      assert.deepEqual(cut, [], name);
    }
    await page.goto(gallery.hrefOf(tag, "admin-audit-gone"));
    const actors = await page.evaluate(`
      [...document.querySelectorAll(".events tbody td:nth-child(3)")]
        .filter((cell) => !cell.querySelector("code") && cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.textContent)`);
    assert.deepEqual(actors, []);
    await page.close();
  });

  test(`${tag}: at 1280 × 800, the results of a search are rows of 40 px under a filter bar of one line`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
    for (const name of ["admin-users", "admin-applications"]) {
      await page.goto(gallery.hrefOf(tag, name));
      const heights = (await page.evaluate(`
        [...document.querySelectorAll(".found tbody tr")]
          .map((row) => row.getBoundingClientRect().height)`)) as number[];
      assert.ok(heights.length > 0 && Math.max(...heights) <= 40, `${name}: ${heights} px`);
      const places = (await page.evaluate(`
        [...document.querySelectorAll(".filters > :is(input[type=search], label.choice, select, button)")]
          .map((one) => one.getBoundingClientRect())
          .map(({ top, height }) => top + height / 2)`)) as number[];
      const apart = Math.max(...places) - Math.min(...places);
      assert.ok(places.length > 1 && apart <= 4, `${name}: ${apart} px apart`);
    }
    await page.close();
  });

  test(`${tag}: a user's activity begins in the first screen, and no time of the log is cut off or wraps, at 390, 1280 and 1920 px`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(gallery.hrefOf(tag, "admin-audit-activity"));
    const first = await page.locator(".events tbody tr").first().boundingBox();
    assert.ok(first && first.y + first.height <= 400, `${first?.y} px`);
    for (const width of [390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = (await page.evaluate(`
        [...document.querySelectorAll(".events tbody th")].map((cell) => ({
          lines: new Set([...cell.querySelector("time").getClientRects()].map(({ top }) => top)).size,
          cut: cell.scrollWidth - cell.clientWidth,
        }))`)) as { lines: number; cut: number }[];
      for (const { lines: count, cut } of lines) assert.ok(count === 1 && cut <= 1, `${width} px`);
    }
    await page.close();
  });
}

test("at 1920 px a list's card leaves no more than 80 px beside it", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1920, height: 1080 } });
  for (const name of ["admin-users", "admin-applications", "admin-audit-full"]) {
    await page.goto(gallery.hrefOf("en", name));
    const box = await page.locator("main > article").boundingBox();
    assert.ok(box && 1920 - (box.x + box.width) <= 80, `${name}: ${box?.width} px`);
  }
  await page.close();
});

test("what a list is sorted by is said, and each filter is a link to the list without it", async () => {
  const page = await gallery.browser.newPage({ javaScriptEnabled: false });
  const hrefs = async (name: string, of: string) => {
    await page.goto(gallery.hrefOf("en", name));
    const links = await page.locator(of).all();
    return Promise.all(links.map((one) => one.getAttribute("href")));
  };
  assert.deepEqual(await hrefs("admin-users-suspended", ".chips a"), [
    "/admin/users?state=suspended",
    "/admin/users",
  ]);
  assert.deepEqual(await hrefs("admin-users-suspended", "thead a"), [
    "/admin/users?q=b&state=suspended&order=name-down",
  ]);
  assert.deepEqual(await hrefs("admin-users-newest", "[aria-sort=descending] a"), [
    "/admin/users?order=oldest",
  ]);
  assert.deepEqual(await hrefs("admin-applications", "[aria-sort=ascending] a"), [
    "/admin/applications?order=name-down",
  ]);
  assert.deepEqual(await hrefs("admin-audit-filtered", "[aria-sort=descending] a"), [
    "/admin/audit?name=user.suspended&user=bob&from=2026-05-01&order=oldest",
  ]);
  assert.deepEqual(await hrefs("admin-audit-activity", ".chips a"), [
    "/admin/audit",
    "/admin/audit",
  ]);
  await page.close();
});

test("a bar of the audit log's days leads to its events, without script; the head of the list stays in sight", async () => {
  const page = await gallery.browser.newPage({
    viewport: { width: 1440, height: 900 },
    javaScriptEnabled: false,
  });
  await page.goto(gallery.hrefOf("en", "admin-audit-full"));
  const drawing = await page.locator(".log svg").boundingBox();
  assert.equal(drawing?.height, 60);
  const last = page.locator(".log svg a").last();
  assert.equal(await last.getAttribute("aria-label"), "May 3, 2026: 93 events");
  assert.equal(await last.getAttribute("href"), "/admin/audit?from=2026-05-03&to=2026-05-03");
  await page.evaluate("scrollTo(0, 1200)");
  const [head, bar] = await Promise.all([
    page.locator(".events thead th").first().boundingBox(),
    page.locator("body > header").boundingBox(),
  ]);
  assert.ok(head && bar && Math.abs(head.y - bar.height) <= 1, `${head?.y} px`);
  await page.goto(gallery.hrefOf("en", "admin-audit-one-day"));
  assert.equal(await page.locator(".log svg .current").count(), 1);
  await page.close();
});

test("sign-ins that follow one another are one row with their number, and the page says how they are recorded", async () => {
  const page = await gallery.browser.newPage();
  await page.goto(gallery.hrefOf("en", "admin-audit-repeated"));
  const rows = page.locator(".events tbody tr");
  assert.equal(await rows.count(), 1);
  assert.match((await rows.first().textContent()) ?? "", /Signed in ×4 May 3, .*07:20:00 – /);
  assert.ok(await page.getByText(english.audit.signIns).isVisible());
  await page.close();
});

test("a saved view is a link with its filters, and says where one is", async () => {
  const page = await gallery.browser.newPage({ javaScriptEnabled: false });
  await page.goto(gallery.hrefOf("en", "admin-audit-write-grants"));
  const { views } = english.audit;
  const here = page.getByRole("link", { name: views.writeGrants, exact: true });
  assert.equal(
    await here.first().getAttribute("href"),
    "/admin/audit?name=access.approved&access=write",
  );
  assert.equal(await here.first().getAttribute("aria-current"), "true");
  const all = page.getByRole("link", { name: views.all, exact: true });
  assert.equal(await all.first().getAttribute("aria-current"), null);
  await page.close();
});

test("an event names its actor once", async () => {
  const page = await gallery.browser.newPage();
  await page.goto(gallery.hrefOf("en", "admin-audit-full"));
  const [own, others] = [0, 1].map((at) => page.locator(".events tbody tr").nth(at));
  assert.equal(await own?.getByText("@bob").count(), 1);
  assert.equal(await others?.getByText("@carol").count(), 1);
  assert.equal(await others?.getByText("@bob").count(), 1);
  await page.close();
});

test("what does not fit in its line is whole in print", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(gallery.hrefOf("en", "admin-audit-full"));
  await page.emulateMedia({ media: "print" });
  const cut = await page.evaluate(`
    [...document.querySelectorAll(".events :is(th, td)")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent)`);
  assert.deepEqual(cut, []);
  await page.close();
});

test("printed, the log says its filters, when that was, and the year of each event, and has no form", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(gallery.hrefOf("en", "admin-audit-filtered"));
  assert.equal(await page.locator(".printed").isVisible(), false);
  await page.emulateMedia({ media: "print" });
  const said = (await page.locator(".printed").innerText()).replace(/\s+/g, " ");
  assert.match(
    said,
    /May 3, 2026.* · Event: Account suspended · Affected user: @bob · From: May 1, 2026$/,
  );
  for (const hidden of ["search", ".log svg", ".log nav", ".copy"]) {
    assert.equal(await page.locator(hidden).filter({ visible: true }).count(), 0, hidden);
  }
  const year = await page.evaluate(
    `getComputedStyle(document.querySelector(".events tbody time"), "::after").content`,
  );
  assert.match(String(year), /2026/);
  await page.close();
});

test("a user's page is at most 1,000 px tall at 1280 × 800, with the suspension in its head", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(gallery.hrefOf("en", "admin-user"));
  const height = (await page.evaluate("document.documentElement.scrollHeight")) as number;
  assert.ok(height <= 1000, `${height} px`);
  const { suspend, title } = english.admin.suspension;
  await page.getByText(title.user, { exact: true }).click();
  const button = page.getByRole("button", { name: suspend, exact: true });
  const box = await button.boundingBox();
  assert.ok(box !== null && box.y < 500, "the form opens in the first card");
  await page.close();
});

test("a log names the zone of its times once: UTC without script, the reader's with it", async () => {
  for (const [javaScriptEnabled, zone, time] of [
    [false, "UTC", "May 3, 10:20:00"],
    [true, "GMT+9", "May 3, 19:20:00"],
  ] as const) {
    const page = await gallery.browser.newPage({ javaScriptEnabled, timezoneId: "Asia/Tokyo" });
    await page.goto(gallery.hrefOf("en", "admin-audit"));
    assert.equal(await page.locator(".events [data-zone]").textContent(), zone);
    assert.equal(await page.locator(".events tbody time").first().textContent(), time);
    await page.close();
  }
});

for (const tag of Object.keys(languages)) {
  test(`${tag}: the settings are at most 1,400 px tall at 1440 px; what is set is shown, and defaults are folded`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(gallery.hrefOf(tag, "admin-settings-open"));
    const height = (await page.evaluate("document.documentElement.scrollHeight")) as number;
    assert.ok(height <= 1400, `${height} px`);
    assert.ok(await page.locator("#COUNTERSIGN_MAIL_FROM").isVisible());
    assert.equal(await page.locator("#COUNTERSIGN_WEBHOOKS").isVisible(), false);
    await page.goto(`${gallery.hrefOf(tag, "admin-settings-open")}#COUNTERSIGN_WEBHOOKS`);
    assert.ok(await page.locator("#COUNTERSIGN_WEBHOOKS").isVisible(), "a link unfolds it");
    await page.close();
  });
}

test("the settings show the brand in both themes, whichever the page has; groups without defaults are left out", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await gallery.browser.newContext({ colorScheme });
    const page = await context.newPage();
    await page.goto(gallery.hrefOf("en", "admin-settings-open"));
    const samples = (await page.evaluate(`
      [...document.querySelectorAll(".preview")].map((one) => [
        one.getAttribute("aria-label"),
        getComputedStyle(one).backgroundColor,
        getComputedStyle(one.querySelector(".button")).backgroundColor,
        getComputedStyle(one.querySelector(".button")).color,
      ])`)) as readonly string[][];
    assert.deepEqual(samples, [
      ["Light", "rgb(243, 245, 248)", "rgb(36, 84, 199)", "rgb(255, 255, 255)"],
      ["Dark", "rgb(16, 19, 26)", "rgb(157, 184, 255)", "rgb(12, 21, 51)"],
    ]);
    const groups = await page.locator(".fold > summary").allTextContents();
    assert.ok(groups.length > 6);
    assert.deepEqual(
      groups.filter((text) => /(^|\s)0 /.test(text)),
      [],
    );
    assert.match(groups.join(), /Mail\s*Test email/);
    await context.close();
  }
});

test("at 390 px, what is found is in rows of at most 72 px; at each width, all of a row leads to what it is about", async () => {
  const page = await gallery.browser.newPage();
  for (const [width, most] of [
    [390, 72],
    [1024, 40],
    [1440, 40],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["admin-users", "admin-applications"]) {
      await page.goto(gallery.hrefOf("en", name));
      const rows = (await page.evaluate(`
        [...document.querySelectorAll(".found tbody tr")].map((row) => {
          const { left, top, width, height } = row.getBoundingClientRect();
          const points = [0.01, 0.25, 0.5, 0.75, 0.99].flatMap((x) =>
            [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]));
          const linked = points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest("a"));
          return { height, linked: linked.length / points.length };
        })`)) as { height: number; linked: number }[];
      assert.ok(rows.length > 1);
      for (const { height, linked } of rows) {
        assert.ok(height <= most, `${name} at ${width} px: ${height} px`);
        assert.equal(linked, 1, `${name} at ${width} px`);
      }
    }
  }
  await page.close();
});

for (const tag of Object.keys(languages)) {
  test(`${tag}: at 390 px, an application of the portal is a row of at most 72 px that leads to its page`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 390, height: 844 } });
    for (const name of [
      "portal-applications",
      "portal-applications-end",
      "portal-fifty",
      "portal-names",
    ]) {
      await page.goto(gallery.hrefOf(tag, name));
      const rows = (await page.evaluate(`
        [...document.querySelectorAll(".entries > li")].slice(0, 10).map((row) => {
          scrollTo(0, scrollY + row.getBoundingClientRect().top - 200);
          const { left, top, width, height } = row.getBoundingClientRect();
          const points = [0.01, 0.5, 0.99].map((x) => [left + x * width, top + height / 2]);
          return { height, linked: points.every(([x, y]) => document.elementFromPoint(x, y)?.closest("a")) };
        })`)) as { height: number; linked: boolean }[];
      assert.ok(rows.length > 0);
      for (const { height, linked } of rows) {
        assert.ok(height <= 72, `${name}: ${height} px`);
        assert.ok(linked, name);
      }
    }
    await page.close();
  });

  test(`${tag}: at 1024 px, no placeholder of a search is cut, and no name of an operation breaks inside a word`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1024, height: 800 } });
    for (const name of ["admin-users", "admin-applications", "admin-audit-full", "requests-all"]) {
      await page.goto(gallery.hrefOf(tag, name));
      const room = (await page.evaluate(`(() => {
        const input = document.querySelector(".filters > input[type=search]");
        const { font, paddingLeft, paddingRight } = getComputedStyle(input);
        const measure = document.createElement("canvas").getContext("2d");
        measure.font = font;
        const inside = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return inside - measure.measureText(input.placeholder).width;
      })()`)) as number;
      assert.ok(room >= 0, `${name}: ${room} px`);
    }
    for (const name of ["usage-day", "usage-issued"]) {
      await page.goto(gallery.hrefOf(tag, name));
      const broken = await page.evaluate(`
        [...document.querySelectorAll(":is(.rows, .figures) code")].flatMap((code) => {
          const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
          const broken = [];
          while (texts.nextNode()) {
            const range = document.createRange();
            range.selectNodeContents(texts.currentNode);
            if (range.getClientRects().length > 1) broken.push(texts.currentNode.data);
          }
          return broken;
        })`);
      assert.deepEqual(broken, [], name);
    }
    await page.close();
  });
}
