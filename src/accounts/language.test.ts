import assert from "node:assert/strict";
import { test } from "node:test";
import { languageTags } from "../domain/language-tags.ts";
import { acceptedLanguage, languageAsked } from "./language.ts";

test("a form that is sent again names its language in the whole of its query", () => {
  const asked = (method: string, query: string | undefined) =>
    languageAsked({ method, query }, languageTags);
  assert.equal(asked("POST", "language=es"), "es");
  for (const query of [undefined, "", "x=1&language=es", "language=es&x=1", "language=xx"]) {
    assert.equal(asked("POST", query), undefined, query);
  }
  assert.equal(asked("GET", "language=es"), undefined);
});

const offered = ["en", "es", "ar", "pt-BR", "zh-Hant"];

for (const [header, expected] of [
  ["", undefined],
  ["*", undefined],
  ["es", "es"],
  ["ES", "es"],
  ["es-MX", "es"],
  ["es-MX,en;q=0.5", "es"],
  ["en;q=0.5, es;q=0.8", "es"],
  ["en;q=0.5,es;q=0.5", "en"],
  ["fr-CH, fr;q=0.9, ar;q=0.8, *;q=0.5", "ar"],
  ["es;q=0, ar;q=0.1", "ar"],
  ["es;q=0", undefined],
  ["es;q=0, es-MX", undefined],
  ["es ; q=0.3 , ar ; q = 0.2", "es"],
  ["pt", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["zh-Hant-TW", "zh-Hant"],
  ["zh-Hant-x-a", "zh-Hant"],
  ["es;q=2, ar", "ar"],
  ["es;q=0.1234, ar;q=0.1", "ar"],
  ["es;q=", undefined],
  ["esperanto-speaker, e", undefined],
  [";;;,,,q=1;es", undefined],
  [`${"xx,".repeat(20)}es`, undefined],
  ["-".repeat(10_000), undefined],
  [`es${"-a".repeat(100_000)}, ar;q=0.1`, "ar"],
  ["__proto__, constructor", undefined],
] as const) {
  test(`${JSON.stringify(header.slice(0, 60))} is ${expected ?? "no one's"}`, () => {
    assert.equal(acceptedLanguage(header, offered), expected);
  });
}
