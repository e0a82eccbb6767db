import assert from "node:assert/strict";
import { test } from "node:test";
import { mixesAlphabets } from "./lookalike.ts";

for (const name of ["We\u{430}ther", "\u{0395}xample", "my B\u{43E}t"]) {
  test(`"${name}" mixes alphabets in one word`, () => assert.ok(mixesAlphabets(name)));
}

for (const name of [
  "Weather Bot",
  "Погода",
  "Погода Bot",
  "Météo 天気",
  "東京Weather",
  "طقس",
  "",
]) {
  test(`"${name}" does not`, () => assert.ok(!mixesAlphabets(name)));
}
