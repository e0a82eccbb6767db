/** Buttons that script adds, under the policy that the service sends with a page of script. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { gallery } from "../../src/gallery/gallery.ts";
import { galleryFrame } from "../../src/gallery/gallery-state.ts";
import { setPageHeaders } from "../../src/http/security-headers.ts";
import { pseudo } from "../../src/languages/pseudo.ts";
import { scripts } from "../../src/views/scripts.ts";
import { launchChromium } from "../support/chromium.ts";

test("copy and save what is shown once, said aloud, and nothing is refused", async (t) => {
  const state = gallery(galleryFrame(pseudo)).find((one) => one.name === "shell-portal");
  const server = createServer((request, response) => {
    if (request.url === scripts.copy.href) {
      response.setHeader("content-type", "text/javascript").end(scripts.copy.body);
      return;
    }
    setPageHeaders(request, response, { script: true }, false);
    if (request.url !== "/") response.setHeader("content-type", "text/css").end();
    else response.setHeader("content-type", "text/html; charset=utf-8").end(String(state?.page));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchChromium();
  t.after(async () => {
    await browser.close();
    server.close();
  });
  const context = await browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(origin);
  const secret = (await page.locator("#secret").textContent()) ?? "";
  const { copy, copied, download } = pseudo.shell.script;

  await page.getByRole("button", { name: copy, exact: true }).click();
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
