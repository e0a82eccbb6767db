import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleCall, signersOf } from "./signers.ts";

for (const { language, code } of signersOf(exampleCall("https://countersign.example"))) {
  test(`${language.id} fits a page`, () => {
    const lines = code.trimEnd().split("\n");
    assert.ok(lines.length <= 80, `${lines.length} lines`);
    for (const line of lines) assert.ok(line.length <= 100, line);
    assert.doesNotMatch(code, /METHOD"|METHOD'|\bURL\b["']|NAME["']|VALUE/);
  });
}

const odd = `https://a.example/'"\`$(exit 7)\\\n</script>`;
const call = { method: "GET", url: odd, parameters: [[odd, odd]], isForm: false } as const;

for (const { language, code } of signersOf(call)) {
  test(`${language.id} keeps an odd URL and parameter inside their quotes`, () => {
    const texts = textsIn(language.id, code);
    assert.equal(texts.filter((text) => text === odd).length, 3);
  });
}

function textsIn(language: string, code: string): string[] {
  if (language !== "php") {
    return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([text]) => JSON.parse(text));
  }
  const quoted = [...code.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, text = ""]) => text);
  return quoted.map((text) => text.replace(/\\(['\\])/g, "$1"));
}
