import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { type Accent, grounds, ownAccents, readAccent, type Screen } from "../../config/accent.ts";
import { parseColor } from "../../domain/color.ts";
import { gallery } from "../gallery/gallery.ts";
import { galleryFrame } from "../gallery/gallery-state.ts";
import * as arabic from "../languages/arabic.ts";
import * as english from "../languages/english.ts";
import * as spanish from "../languages/spanish.ts";
import { stylesheet } from "./stylesheet.ts";

test("its address carries the hash of its content and is the same every time", () => {
  assert.match(stylesheet().href, /^\/assets\/style\.[0-9a-f]{16}\.css$/);
  assert.equal(stylesheet(), stylesheet());
});

test("it fetches nothing from anywhere", () => {
  const css = stylesheet().body.toString();
  assert.doesNotMatch(css, /@import|url\((?!"?data:)/);
});

test("the largest page stays under 20 KB compressed, and the stylesheet under 13 KB", () => {
  const frame = galleryFrame(english);
  const pages = gallery(frame).map(({ page }) => gzipSync(String(page)).length);
  const largest = Math.max(...pages);
  assert.ok(largest < 20_000, `${largest} bytes`);
  const style = gzipSync(stylesheet().body).length;
  assert.ok(style < 13_000, `${style} bytes`);
});

for (const language of [english, spanish, arabic]) {
  test(`the overview of administrators stays under 35 KB without compression, also with its first steps: ${language.language.tag}`, () => {
    for (const { name, page } of gallery(galleryFrame(language))) {
      // A chart of an hour has 60 rows.
      if (!name.startsWith("admin-overview") || name === "admin-overview-hour") continue;
      const bytes = Buffer.byteLength(String(page));
      assert.ok(bytes < 35_000, `${name}: ${bytes} bytes`);
    }
  });
}

for (const screen of ["light", "dark"] as const) {
  test(`accents are checked against the grounds that it has, and its own passes: ${screen}`, () => {
    const rules = propertiesOf(screen);
    for (const [name, color] of Object.entries(grounds[screen])) {
      assert.equal(parseColor(rules.get(name) ?? ""), color, name);
    }
    readAccent(ownAccents[screen].accent, screen);
  });
}

test("a brand changes only what it names, and its own rules come last", () => {
  const chart = ["#7a1fa2", "#00757d"] as const;
  const accent = { accent: "#7a1fa2", strong: "#550071", on: "#ffffff", chart } as const;
  const plain = stylesheet().body.toString();
  const [own = ""] = /:root \{ --accent: .*/.exec(plain) ?? [];
  const { light, dark } = ownAccents;
  const ruleOf = (onLight: Accent, onDark: Accent) =>
    `:root { --accent: light-dark(${onLight.accent}, ${onDark.accent}); --accent-strong: light-dark(${onLight.strong}, ${onDark.strong}); --on-accent: light-dark(${onLight.on}, ${onDark.on}); --chart-1: light-dark(${onLight.chart[0]}, ${onDark.chart[0]}); --chart-2: light-dark(${onLight.chart[1]}, ${onDark.chart[1]}) }`;
  assert.equal(own, ruleOf(light, dark));
  const onLight = stylesheet({ accents: { light: accent, dark: undefined }, css: undefined });
  assert.equal(onLight.body.toString(), plain.replace(own, ruleOf(accent, dark)));
  const onDark = stylesheet({ accents: { light: undefined, dark: accent }, css: ".a { gap: 0 }" });
  const branded = plain.replace(own, ruleOf(light, accent));
  assert.equal(onDark.body.toString(), `${branded}\n.a { gap: 0 }`);
  assert.notEqual(onLight.href, onDark.href);
});

/** style/brand.css sets these custom properties on `:root`, for one kind of screen. */
function propertiesOf(screen: Screen): ReadonlyMap<string, string> {
  const css = readFileSync(new URL("./style/brand.css", import.meta.url), "utf8");
  const colors = css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)/g);
  return new Map(
    [...colors].map(([, name = "", light = "", dark = ""]) => [
      name,
      screen === "light" ? light : dark,
    ]),
  );
}
