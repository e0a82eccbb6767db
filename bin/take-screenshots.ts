import { mkdir, stat } from "node:fs/promises";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { launchChromium } from "../test/support/chromium.ts";
import { type ShownGallery, showGallery } from "../test/support/gallery.ts";

const folder = "docs/images";

/** All of these states of the gallery are equally high. */
const shots = [
  { name: "consent", state: "consent-write", width: 480 },
  { name: "portal", state: "portal-application", width: 1040 },
  { name: "overview", state: "admin-overview", width: 1040 },
] as const;

const height = 760;
const schemes = ["light", "dark"] as const;

await using gallery = await showGallery();
const browser = await launchChromium();
try {
  await mkdir(folder, { recursive: true });
  for (const colorScheme of schemes) {
    for (const shot of shots) await take(browser, gallery, { ...shot, colorScheme });
  }
} finally {
  await browser.close();
}

async function take(
  browser: Browser,
  gallery: ShownGallery,
  shot: (typeof shots)[number] & { readonly colorScheme: (typeof schemes)[number] },
): Promise<void> {
  const { name, state, width, colorScheme } = shot;
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: 1.5,
    colorScheme,
  });
  await page.goto(gallery.hrefOf("en", state));
  const path = `${folder}/${name}-${colorScheme}.webp`;
  await sharp(await page.screenshot())
    .webp({ quality: 60, effort: 6 })
    .toFile(path);
  await page.close();
  process.stdout.write(`${path}  ${(await stat(path)).size} bytes\n`);
}
