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
    "`<script>`",
  ];
  const elements =
    /^(?:p|ul|ol|li|blockquote|div class="scroll" tabindex="0"|table|thead|tbody|tr|th scope="col"|td|h3|em|strong|s|pre tabindex="0"|code|hr|br|span class="[a-z]+"|a href="[^"<>]*")$/;
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
    ["./b.md#section-x", "/docs/b#section-x"],
    ["/docs/errors", "/docs/errors"],
    ["#section-x", "#section-x"],
    ["errors", "errors"],
  ] as const) {
    const markup = (await markupOf(`[text](${href})`)).replaceAll("&#61;", "=");
    assert.equal(markup, `<p><a href="${expected}">text</a></p>`);
  }
});

test("sections of the same name have ids of their own, and much nesting or a long line takes no long time", async () => {
  const file = { id: "x", title: "X", description: "", order: 1, body: "## A\n## A\n## Ñandú!\n" };
  const [page] = await ownPages([file], await loadHighlight());
  const ids = page?.sections.map(({ id }) => id);
  assert.deepEqual(ids, ["section-a", "section-a-2", "section-nandu"]);
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
