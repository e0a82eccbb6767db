import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { OfferedLanguages } from "../domain/language-tags.ts";
import { readBrandFiles } from "./brand-files.ts";
import { ConfigProblem } from "./row.ts";

const directory = mkdtempSync(join(tmpdir(), "countersign-brand-"));
after(() => rmSync(directory, { recursive: true }));

const none = {
  ...{ logo: undefined, logoDark: undefined, stylesheet: undefined, accessTexts: undefined },
  languages: ["en", "es"],
} as const;

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function logo(content: string | Buffer, name = "logo") {
  return readBrandFiles({ ...none, logo: written(name, content) }).logo;
}

function css(content: string | Buffer) {
  return readBrandFiles({ ...none, stylesheet: written("brand.css", content) }).css;
}

function written(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

test("nothing is read where nothing is set", () => {
  assert.deepEqual(readBrandFiles(none), {
    logo: undefined,
    logoDark: undefined,
    css: undefined,
    accessTexts: undefined,
    languages: ["en", "es"],
  });
});

test("a language without access texts is not offered, and a file without any offered one is rejected", () => {
  const levels = { read: "x", write: "y" };
  const accessTexts = written("texts.json", JSON.stringify({ es: levels, ar: levels }));
  const read = (...languages: OfferedLanguages) =>
    readBrandFiles({ ...none, accessTexts, languages }).languages;
  assert.deepEqual(read("en", "es"), ["es"]);
  assert.deepEqual(read("ar", "en", "es"), ["ar", "es"]);
  assert.throws(
    () => read("en"),
    (error) =>
      error instanceof ConfigProblem &&
      /ACCESS_TEXTS: .*: it has no texts for en$/.test(error.message),
  );
});

test("a logo is what it begins with, whatever it is called", () => {
  assert.equal(logo(svg, "logo.png")?.type, "svg");
  assert.equal(logo(`\u{FEFF}<?xml version="1.0"?>\n<!-- by hand -->\n${svg}`)?.type, "svg");
  assert.equal(logo(png, "logo.svg")?.type, "png");
  assert.deepEqual(logo(png)?.body, png);
});

for (const [what, content, reason] of [
  ["a JPEG", Buffer.from("ffd8ffe0", "hex"), /neither an SVG nor a PNG/],
  ["a page", "<!doctype html><p>Logo</p>", /neither an SVG nor a PNG/],
  ["an empty file", "", /neither an SVG nor a PNG/],
  ["an SVG without its namespace", "<svg></svg>", /<svg xmlns=/],
  ["more than 100 KB", svg + " ".repeat(102_400), /102441 bytes, and 102400 \(100 KB\)/],
] as const) {
  test(`a logo is rejected: ${what}`, () => {
    assert.throws(
      () => logo(content),
      (error) =>
        error instanceof ConfigProblem &&
        error.message.startsWith(`COUNTERSIGN_LOGO: the file ${directory}/logo cannot be used: `) &&
        reason.test(error.message),
    );
  });
}

test("a file that is not there, a directory or a device is rejected with its variable", () => {
  for (const path of [join(directory, "nowhere"), directory, "/dev/zero"]) {
    assert.throws(
      () => readBrandFiles({ ...none, stylesheet: path }),
      (error) =>
        error instanceof ConfigProblem && error.message.startsWith("COUNTERSIGN_STYLESHEET"),
    );
  }
});

test("a stylesheet is taken as it is, without byte order mark and @charset", () => {
  assert.equal(css('\u{FEFF}@charset "utf-8";.service { gap: 1rem }'), ".service { gap: 1rem }");
  const picture = ".a { background: url(data:image/png;base64,AAAA) } .b { mask: url('data:,') }";
  assert.equal(css(picture), picture);
  assert.equal(css("/* not @import, not url(x.png) */"), "/* not @import, not url(x.png) */");
});

for (const [what, content, reason] of [
  ["@import", '@IMPORT "other.css";', /@import.*Content-Security-Policy.*this one/],
  ["a picture from elsewhere", "a{background:url( 'https://example.com/a.png')}", /loads "https:/],
  ["a picture beside it", "a{background:url(a.png)}", /loads "a\.png".*Content-Security-Policy/],
  ["a picture in a set", 'a{background:image-set("//example.com/a.png" 1x)}', /loads "\/\/exam/],
  ["a font", "@font-face{font-family:a;src:url(data:font/woff2,)}", /@font-face/],
  ["other bytes than text", Buffer.from([0xff, 0xfe, 0x00]), /UTF-8/],
  ["more than 100 KB", " ".repeat(102_401), /100 KB/],
] as const) {
  test(`a stylesheet is rejected: ${what}`, () => {
    assert.throws(
      () => css(content),
      (error) => error instanceof ConfigProblem && reason.test(error.message),
    );
  });
}
