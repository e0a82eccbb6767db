import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { snippets } from "./snippets.ts";

const odd = `https://a.example/'"\`$(exit 7)\\\n</script>`;

for (const callback of [undefined, "https://weather.example/callback"]) {
  for (const { id, language, code } of snippets({
    baseUrl: "https://countersign.example",
    consumerKey: "key",
    callback,
  })) {
    test(`${id} fits a page${callback ? "" : ", without a callback too"}`, () => {
      const lines = code.trimEnd().split("\n");
      // Either it uses a library, or it does all of the signing.
      const most = language === "sh" || language === "js" ? 25 : 80;
      assert.ok(lines.length <= most, `${lines.length} lines`);
      for (const line of lines) assert.ok(line.length <= 100, line);
      assert.doesNotMatch(code, /BASE_URL|CONSUMER_KEY|CALLBACK|PORT/);
    });
  }
}

for (const { id, code, language } of snippets({
  baseUrl: odd,
  consumerKey: odd,
  callback: undefined,
})) {
  test(`${id} keeps an odd base URL and key inside their quotes`, () => {
    const printed =
      language === "sh"
        ? spawnSync("sh", ["-c", `${code.split("\n\n")[0]}\nprintf %s "$base$key"`]).stdout
        : Buffer.from(textsIn(language, code).join());
    assert.ok(printed.toString().includes(odd));
  });
}

function textsIn(language: string, code: string): string[] {
  if (language !== "php") {
    return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([text]) => JSON.parse(text));
  }
  const quoted = [...code.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, text = ""]) => text);
  return quoted.map((text) => text.replace(/\\(['\\])/g, "$1"));
}

test("passport-twitter listens where its callback leads", () => {
  const listens = (callback: string | undefined) => {
    const all = snippets({ baseUrl: "https://countersign.example", consumerKey: "key", callback });
    const code = all.find((one) => one.id === "passport-twitter")?.code ?? "";
    const url = /callbackURL = "([^"]*)"/.exec(code)?.[1];
    return `${url} ${/listen\((\d+)/.exec(code)?.[1]}`;
  };
  assert.equal(listens(undefined), "http://127.0.0.1:3000/callback 3000");
  assert.equal(listens("weather://"), "http://127.0.0.1:3000/callback 3000");
  assert.equal(listens("http://127.0.0.1/back"), "http://127.0.0.1:3000/back 3000");
  assert.equal(listens("http://[::1]/back"), "http://[::1]:3000/back 3000");
  assert.equal(listens("http://localhost/back"), "http://localhost/back 80");
  assert.equal(listens("http://localhost:4000/back"), "http://localhost:4000/back 4000");
  assert.equal(listens("https://weather.example/back"), "https://weather.example/back 3000");
});
