import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceOf } from "./device.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test("a browser and its system by the names that users know", () => {
  for (const [userAgent, browser, system] of [
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`,
      "Edge",
      "Windows",
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; Pixel) ${webKit} Chrome/150.0.0.0 Mobile Safari/537.36`,
      "Chrome",
      "Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari",
      "iPhone",
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/150.0.0.0 Safari/537.36 OPR/130.0`,
      "Opera",
      "macOS",
    ],
    ["curl/8.9.1", "curl", undefined],
  ] as const) {
    assert.deepEqual(deviceOf(userAgent), { browser, system }, userAgent);
  }
});

test("nothing said is nothing known, and what is long is cut", () => {
  assert.equal(deviceOf(""), undefined);
  assert.equal(deviceOf(" x"), undefined);
  assert.equal(deviceOf("x".repeat(300))?.browser.length, 40);
});
