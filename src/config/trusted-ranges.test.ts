import assert from "node:assert/strict";
import { test } from "node:test";
import { readRanges, wideRanges } from "./trusted-ranges.ts";

for (const everybody of [
  "0.0.0.0/0",
  "::/0",
  "10.0.0.0/0",
  "10.0.0.1,0.0.0.0/0",
  "0.0.0.0/1,128.0.0.0/1",
  "128.0.0.0/1",
  "0.0.0.0/2,64.0.0.0/3,96.0.0.0/3,32.0.0.0/4",
  Array.from({ length: 224 }, (_, at) => `${at}.0.0.0/8`).join(","),
  "2000::/3",
  "2000::/4,3000::/4",
  "::/1",
  "::/64",
  "::ffff:0:0/96",
  "::ffff:0.0.0.0/97,::ffff:128.0.0.0/97",
]) {
  test(`${everybody.slice(0, 50)} trusts everyone, and is rejected`, () => {
    assert.throws(() => readRanges(everybody), /every address .* list only your proxies/);
  });
}

for (const [text, wide] of [
  ["127.0.0.1", []],
  ["10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10", []],
  ["::1, fc00::/7 ,fe80::/10", []],
  ["103.21.244.0/22,104.16.0.0/13,2400:cb00::/32,2a06:98c0::/29", []],
  ["2001:db8::1,::ffff:10.0.0.1", []],
  ["10.0.0.0/7,192.0.2.1", ["10.0.0.0/7"]],
  ["::ffff:10.0.0.0/103", ["::ffff:10.0.0.0/103"]],
  ["2000::/16,2000::/15", ["2000::/15"]],
  ["0.0.0.0/2,0.0.0.0/2,10.0.0.0/8", ["0.0.0.0/2", "0.0.0.0/2"]],
] as const) {
  test(`${text} is taken; wide: ${wide.join(", ") || "none"}`, () => {
    const ranges = readRanges(text);
    assert.deepEqual(
      ranges,
      text.split(",").map((one) => one.trim()),
    );
    assert.deepEqual(wideRanges(ranges), wide);
  });
}

for (const bad of [
  "everybody",
  "10.0.0.0/33",
  "::/129",
  "10.0.0.0/8/8",
  "10.0.0.0/",
  "fe80::1%eth0",
]) {
  test(`${bad} is no address and no range`, () => {
    assert.throws(() => readRanges(bad), /is neither an IP address nor a CIDR range$/);
  });
}
