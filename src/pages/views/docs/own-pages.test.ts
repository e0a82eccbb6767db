import assert from "node:assert/strict";
import { test } from "node:test";
import { loadHighlight } from "./highlight.ts";
import { ownPages } from "./own-pages.ts";
import type { Docs } from "./page.ts";

async function markupOf(body: string): Promise<string> {
  const file = { id: "x", title: "X", description: "", order: 1, body };
  const [page] = await ownPages([file], await loadHighlight());
  const sections = page?.sections.map(({ content }) => String(content({} as Docs))) ?? [];
  return [String(page?.intro), ...sections].join("");
}

test("T86 — hostile Markdown has no element, no attribute, and no URL but ours", async () => {
  const hostile = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java&#115;cript:alert(1))",
    "[a](<java\tscript:alert(1)>)",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    "[a](vbscript:x)",
    "[a](//evil.example/)",
    "[a](/\\evil.example/)",
    "[a](\\\\evil.example)",
    "<javascript:alert(1)>",
    '[a](https://ok.example/"onclick="alert(1))',
    "![a](https://evil.example/pixel.png)",
    "[a]: javascript:alert(1)\n\n[a]",
    "```html\n</code></pre><script>alert(1)</script>\n```",
    '```"><script>alert(1)</script>\nx\n```',
    "```__proto__\nx\n```",
    "```javascript\n'</span><script>' /* <b> */\n```",
    "## <b onclick=alert(1)>heading</b>",
    '### "onclick=alert(1) <b>',
    "`<script>`",
  ];
  const elements =
    /^(?:p|ul|ol|li|blockquote|div class="scroll" tabindex="0"|table|thead|tbody|tr|th scope="col"|td|h3 id="section-[\p{L}\p{N}-]*"|em|strong|s|pre tabindex="0"|code|hr|br|span class="[a-z]+"|a href="[^"<>]*")$/u;
  for (const body of hostile) {
    const markup = await markupOf(body);
    for (const [, opened = ""] of markup.matchAll(/<([^/][^>]*)>/g)) {
      assert.match(opened, elements, `${body}: ${markup}`);
    }
    for (const [, href = ""] of markup.matchAll(/href="([^"]*)"/g)) {
      const url = href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
      assert.match(
        url,
        /^(?:https:\/\/ok\.example\/|\/(?!\/)|https:\/\/evil\.example\/pixel\.png$)/,
        body,
      );
    }
  }
});

test("links lead to the web, to mail, to other pages, and to anchors", async () => {
  for (const [href, expected] of [
    ["https://a.example/?b=c", "https://a.example/?b=c"],
    ["mailto:a@a.example", "mailto:a@a.example"],
    ["b.md", "/docs/b"],
    ["./b.md#a-heading", "/docs/b#section-a-heading"],
    ["b.md#section-x", "/docs/b#section-x"],
    ["/docs/errors", "/docs/errors"],
    ["#section-x", "#section-x"],
    ["#last", "#section-last"],
    ["#%FF", "#section-"],
    ["#", "#"],
    ["errors", "errors"],
  ] as const) {
    const markup = (await markupOf(`[text](${href})`)).replaceAll("&#61;", "=");
    assert.equal(markup, `<p><a href="${expected}">text</a></p>`);
  }
});

test("a usual link leads to its heading: punctuation, accents, the same title again, and lower levels", async () => {
  const titles = [
    ["## What's new?", "#whats-new"],
    ["## GET `/orders/:id` & more", "#get-ordersid--more"],
    ["## Ñandú", "#ñandú"],
    ["## oauth_token", "#oauth_token"],
    ["## A", "#a"],
    ["## A", "#a-1"],
    ["## A 1", "#a-1-1"],
    ["### Pages", "#pages"],
    ["## Section 2", "#section-2"],
  ];
  for (const [, link] of titles) {
    const body = titles.map(([title]) => title).join("\n\n");
    const file = {
      id: "x",
      title: "X",
      description: "",
      order: 1,
      body: `[t](${link})\n\n${body}`,
    };
    const [page] = await ownPages([file], await loadHighlight());
    const [, target] = /href="#([^"]*)"/.exec(String(page?.intro)) ?? [];
    const markup = page?.sections.map(({ id, content }) => `id="${id}"${content({} as Docs)}`);
    assert.equal(markup?.join("").split(`id="${target}"`).length, 2, `${link}: ${target}`);
  }
});

test("a heading in a quote or a list begins no section, and a list keeps its first number", async () => {
  const body =
    "> ## Quoted\n> text\n\n- ## Listed\n  text\n\n## Own\n\n3. three\n4. four\n\n---\n\n0. zero\n\n---\n\n1. one\n";
  const file = { id: "x", title: "X", description: "", order: 1, body };
  const [page] = await ownPages([file], await loadHighlight());
  assert.deepEqual(
    page?.sections.map(({ title }) => title),
    ["Own"],
  );
  assert.equal(
    String(page?.intro),
    '<blockquote><h3 id="section-quoted">Quoted</h3><p>text</p></blockquote><ul><li><h3 id="section-listed">Listed</h3>text</li></ul>',
  );
  assert.deepEqual((await markupOf(body)).match(/<ol[^>]*>/g), [
    '<ol start="3">',
    '<ol start="0">',
    "<ol>",
  ]);
});

test("sections of the same name have ids of their own, and much nesting or a long line takes no long time", async () => {
  const file = { id: "x", title: "X", description: "", order: 1, body: "## A\n## A\n## Ñandú!\n" };
  const [page] = await ownPages([file], await loadHighlight());
  const ids = page?.sections.map(({ id }) => id);
  assert.deepEqual(ids, ["section-a", "section-a-1", "section-nandu"]);
  const began = performance.now();
  for (const body of [
    ">".repeat(50_000),
    "[".repeat(50_000),
    "*a ".repeat(30_000),
    `\`\`\`js\n${"/*".repeat(9_000)}\n\`\`\``,
  ]) {
    await markupOf(body);
  }
  assert.ok(performance.now() - began < 10_000);
});
