import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { english } from "../languages/english.ts";
import { gallery } from "./gallery.ts";
import { stylesheet } from "./stylesheet.ts";

test("its address carries the hash of its content and is the same every time", () => {
  assert.match(stylesheet().href, /^\/assets\/style\.[0-9a-f]{16}\.css$/);
  assert.equal(stylesheet(), stylesheet());
});

test("it fetches nothing from anywhere", () => {
  const css = stylesheet().body.toString();
  assert.doesNotMatch(css, /@import|url\((?!"?data:)/);
});

test("the largest page and the stylesheet stay under 30 KB compressed", () => {
  const frame = { texts: english, serviceName: "Countersign", stylesheet: stylesheet().href };
  const pages = gallery(frame).map(({ page }) => gzipSync(String(page)).length);
  const sum = Math.max(...pages) + gzipSync(stylesheet().body).length;
  assert.ok(sum < 30_000, `${sum} bytes`);
});
