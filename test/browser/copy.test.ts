/** Buttons that scripts add, under the policy of pages with scripts. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { setPageHeaders } from "../../src/http/server/security-headers.ts";
import { gallery } from "../../src/pages/gallery/gallery.ts";
import { galleryFrame } from "../../src/pages/gallery/gallery-state.ts";
import * as arabic from "../../src/pages/languages/arabic.ts";
import * as english from "../../src/pages/languages/english.ts";
import { pseudo } from "../../src/pages/languages/pseudo.ts";
import type { Texts } from "../../src/pages/languages/texts.ts";
import { scripts } from "../../src/pages/views/scripts.ts";
import { stylesheet } from "../../src/pages/views/stylesheet.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";

async function openPage(t: TestContext, texts: Texts, name: string, javaScriptEnabled = true) {
  const state = gallery(galleryFrame(texts)).find((one) => one.name === name);
  const server = createServer((request, response) => {
    const script = Object.values(scripts).find(({ href }) => href === request.url);
    if (script !== undefined) {
      response.setHeader("content-type", "text/javascript").end(script.body);
      return;
    }
    setPageHeaders(request, response, { script: true });
    if (request.url !== "/") {
      response.setHeader("content-type", "text/css").end(stylesheet().body);
    } else response.setHeader("content-type", "text/html; charset=utf-8").end(String(state?.page));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchChromium();
  t.after(async () => {
    await browser.close();
    server.close();
  });
  const context = await browser.newContext({ javaScriptEnabled });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  const page = await context.newPage();
  const said = consoleOf(page.context());
  await page.goto(origin);
  return { page, said };
}

test("copy and save what is shown once, said aloud, and nothing is rejected", async (t) => {
  const { page, said } = await openPage(t, pseudo, "shell-portal");
  const secret = (await page.locator("#secret").textContent()) ?? "";
  const { copied, download } = pseudo.shell.script;

  await page.getByRole("button", { name: "Copy the consumer secret", exact: true }).click();
  await page.getByRole("status").filter({ hasText: copied }).waitFor({ state: "attached" });
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), secret);

  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: download, exact: true }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), "weather-bot.txt");
  assert.equal(await readFile(await saved.path(), "utf8"), `${secret}\n`);
  assert.deepEqual(said, []);
});

for (const texts of [english, arabic]) {
  test(`${texts.language.tag}: the button stands in the corner of what it copies, clear of its text`, async (t) => {
    const { page } = await openPage(t, texts, "try-it");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByLabel("curl", { exact: true }).check();
    const block = page.locator(".copied:has(#try-it-curl)");
    const [box, button] = [
      await block.locator("pre").boundingBox(),
      await block
        .getByRole("button", { name: texts.shell.script.copies.program, exact: true })
        .boundingBox(),
    ];
    assert.ok(box !== null && button !== null);
    assert.ok(Math.abs(box.y - button.y) <= 2, "at its top");
    assert.ok(Math.abs(box.x + box.width - button.x - button.width) <= 2, "where lines end");
    const reach = await page.locator("#try-it-curl").evaluate((code) => {
      const range = code.ownerDocument.createRange();
      range.selectNodeContents(code);
      const sign = code.closest(".copied")?.querySelector("svg")?.getBoundingClientRect();
      const beside = [...range.getClientRects()].filter(({ top }) => top < (sign?.bottom ?? 0) - 2);
      return Math.max(...beside.map(({ right }) => right));
    });
    assert.ok(reach > 0 && reach <= button.x, `${reach} ${button.x}`);
  });
}

test("without script nothing is offered that would do nothing", async (t) => {
  const { page } = await openPage(t, english, "try-it", false);
  const { copies, download } = english.shell.script;
  for (const name of [copies.program, copies.command, download]) {
    assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0);
  }
  assert.match((await page.locator("#try-it-curl").textContent()) ?? "", /^signed GET /m);
});

test("each button that copies says what, in at most 60 characters, and no button has the content as its description", async (t) => {
  const browser = await launchChromium();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const { body } = scripts.copy;
  let buttons = 0;
  const texts = english;
  for (const { name, page: state, isEmail } of gallery(galleryFrame(texts))) {
    const markup = String(state);
    if (isEmail || !markup.includes("data-copy=")) continue;
    await page.setContent(markup.replace(/<script.*?<\/script>/g, ""));
    await page.evaluate(
      "navigator.clipboard ?? Object.defineProperty(navigator, 'clipboard', { value: {} })",
    );
    await page.addScriptTag({ content: body.toString(), type: "module" });
    const said = await page.locator("button").evaluateAll((all) =>
      all.map((one) => {
        const ids = one.getAttribute("aria-describedby")?.split(" ") ?? [];
        const described = ids.map(
          (id: string) => one.ownerDocument.getElementById(id)?.textContent ?? "",
        );
        return {
          isCopy: one.classList.contains("copy"),
          label: one.ariaLabel ?? "",
          described: described.join(" ").trim(),
          copied: one.parentElement?.querySelector("[data-copy]")?.textContent ?? "",
        };
      }),
    );
    for (const { isCopy, label, described, copied } of said) {
      assert.ok(described.length <= 60, `${name}: ${described}`);
      if (!isCopy) continue;
      buttons += 1;
      assert.match(label, /^Copy the /, name);
      assert.ok(label.length <= 60 && !label.includes(copied) && described === "", label);
    }
  }
  assert.ok(buttons > 100, `${buttons} buttons`);
});
