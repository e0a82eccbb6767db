import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { grounds, readAccent, type Screen } from "../../config/accent.ts";
import { parseColor } from "../../domain/color.ts";
import { gallery } from "../gallery/gallery.ts";
import { galleryFrame } from "../gallery/gallery-state.ts";
import * as english from "../languages/english.ts";
import { stylesheet } from "./stylesheet.ts";

test("its address carries the hash of its content and is the same every time", () => {
  assert.match(stylesheet().href, /^\/assets\/style\.[0-9a-f]{16}\.css$/);
  assert.equal(stylesheet(), stylesheet());
});

test("it fetches nothing from anywhere", () => {
  const css = stylesheet().body.toString();
  assert.doesNotMatch(css, /@import|url\((?!"?data:)/);
});

test("the largest page stays under 20 KB compressed, and the stylesheet under 13.5 KB", () => {
  const frame = galleryFrame(english);
  const pages = gallery(frame).map(({ page }) => gzipSync(String(page)).length);
  const largest = Math.max(...pages);
  assert.ok(largest < 20_000, `${largest} bytes`);
  const style = gzipSync(stylesheet().body).length;
  assert.ok(style < 13_500, `${style} bytes`);
});

test("the usual overview of administrators stays under 35 KB without compression", () => {
  const { page } =
    gallery(galleryFrame(english)).find(({ name }) => name === "admin-overview") ?? assert.fail();
  const bytes = Buffer.byteLength(String(page));
  assert.ok(bytes < 35_000, `${bytes} bytes`);
});

for (const screen of ["light", "dark"] as const) {
  test(`accents are checked against the grounds that it has, and its own passes: ${screen}`, () => {
    const rules = propertiesOf(screen);
    for (const [name, color] of Object.entries(grounds[screen])) {
      assert.equal(parseColor(rules.get(name) ?? ""), color, name);
    }
    readAccent(rules.get("accent") ?? "", screen);
  });
}

test("a brand changes only what it names, and comes last", () => {
  const accent = { accent: "#7a1fa2", strong: "#550071", on: "#ffffff" } as const;
  const plain = stylesheet().body.toString();
  const light = stylesheet({ accents: { light: accent, dark: undefined }, css: undefined });
  const rule = ":root { --accent: #7a1fa2; --accent-strong: #550071; --on-accent: #ffffff; }";
  assert.equal(light.body.toString(), `${plain}\n${rule}`);
  const dark = stylesheet({ accents: { light: undefined, dark: accent }, css: ".a { gap: 0 }" });
  const onDark = `@media (prefers-color-scheme: dark) { ${rule} }`;
  assert.equal(dark.body.toString(), `${plain}\n${onDark}\n.a { gap: 0 }`);
  assert.notEqual(light.href, dark.href);
});

/** style/brand.css sets these custom properties on `:root`, for one kind of screen. */
function propertiesOf(screen: Screen): ReadonlyMap<string, string> {
  const css = readFileSync(new URL("./style/brand.css", import.meta.url), "utf8");
  const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark) {");
  const rules = screen === "light" ? light : dark.slice(0, dark.indexOf("\n}"));
  return new Map(
    [...rules.matchAll(/--([a-z-]+): (#[0-9a-f]+);/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}
