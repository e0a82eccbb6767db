import assert from "node:assert/strict";
import { test } from "node:test";
import { webUrl } from "./web-url.ts";

test("the host is named as it really is", () => {
  assert.equal(webUrl("https://WeatherBot.example:8443/about")?.host, "weatherbot.example:8443");
  assert.match(webUrl("https://we\u{430}therbot.example")?.host ?? "", /^xn--/);
});

test("a name before the host is dropped, because it imitates one", () => {
  assert.equal(webUrl("https://bank.example@evil.example/")?.href, "https://evil.example/");
});

for (const text of [
  undefined,
  "",
  "weatherbot",
  "javascript:alert(1)",
  "data:text/html,x",
  "//x",
]) {
  test(`${text} is no website`, () => assert.equal(webUrl(text), undefined));
}
