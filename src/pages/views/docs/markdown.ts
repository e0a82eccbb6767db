/** Markdown as our own markup: of each token only what is known here gets in, and every text is escaped. */
import { type Html, html } from "../html.ts";
import type { Highlight } from "./highlight.ts";

/** What is used of the parser's tokens. */
export interface Token {
  readonly type: string;
  readonly tag: string;
  readonly content: string;
  /** Of a fence, the language and what follows it. */
  readonly info: string;
  /** A paragraph of a list whose items stand close. */
  readonly hidden: boolean;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
}

/** The headings of the second level begin sections, which have ids of their own. */
export type MarkdownSection = {
  readonly title: string;
  readonly content: Html;
};

/** The first has no title, and what stands before all headings. */
export function markdownSections(
  tokens: readonly Token[],
  highlight: Highlight,
): readonly MarkdownSection[] {
  const starts = tokens.flatMap(({ type, tag }, at) =>
    type === "heading_open" && (tag === "h1" || tag === "h2") ? [at] : [],
  );
  return [0, ...starts].map((start, at) => {
    const all = tokens.slice(start, starts[at]);
    const hasHeading = at > 0;
    return {
      title: hasHeading ? plainText(all[1]) : "",
      content: blocks(hasHeading ? all.slice(3) : all, highlight),
    };
  });
}

/** Elements that contain others. A table has a box, which a narrow screen pushes sideways. */
const containers: Readonly<Record<string, readonly [open: Html, close: Html]>> = {
  paragraph: [html`<p>`, html`</p>`],
  bullet_list: [html`<ul>`, html`</ul>`],
  ordered_list: [html`<ol>`, html`</ol>`],
  list_item: [html`<li>`, html`</li>`],
  blockquote: [html`<blockquote>`, html`</blockquote>`],
  table: [html`<div class="scroll" tabindex="0"><table>`, html`</table></div>`],
  thead: [html`<thead>`, html`</thead>`],
  tbody: [html`<tbody>`, html`</tbody>`],
  tr: [html`<tr>`, html`</tr>`],
  th: [html`<th scope="col">`, html`</th>`],
  td: [html`<td>`, html`</td>`],
  heading: [html`<h3>`, html`</h3>`],
  em: [html`<em>`, html`</em>`],
  strong: [html`<strong>`, html`</strong>`],
  s: [html`<s>`, html`</s>`],
};

function blocks(tokens: readonly Token[], highlight: Highlight): Html {
  return html`${tokens.map((token) => {
    const { type, content, info, hidden, children } = token;
    if (type === "inline") return inline(children ?? []);
    if (type === "fence" || type === "code_block") {
      return html`<pre tabindex="0"><code>${highlight(content, grammarOf(info))}</code></pre>`;
    }
    if (type === "hr") return html`<hr>`;
    return hidden ? undefined : container(type);
  })}`;
}

function container(type: string): Html | undefined {
  const [, name = "", side] = /^([a-z_]+)_(open|close)$/.exec(type) ?? [];
  return Object.hasOwn(containers, name) ? containers[name]?.[side === "open" ? 0 : 1] : undefined;
}

function inline(tokens: readonly Token[]): Html {
  // A link that leads nowhere has no element, so neither has its end.
  const open: boolean[] = [];
  return html`${tokens.map((token) => {
    const { type, content } = token;
    if (type === "softbreak") return "\n";
    if (type === "hardbreak") return html`<br>`;
    if (type === "code_inline") return html`<code>${content}</code>`;
    if (type === "link_open") {
      const href = ownHref(token.attrGet("href") ?? "");
      open.push(href !== undefined);
      return href !== undefined && html`<a href="${href}">`;
    }
    if (type === "link_close") return open.pop() && html`</a>`;
    return container(type) ?? content;
  })}`;
}

/** A relative link to another file leads to its page. Everything but the web and mail is left out. */
function ownHref(href: string): string | undefined {
  if (/^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(href)) return href;
  const [, name, anchor = ""] = /^(?:\.\/)?([a-z0-9-]{1,60})\.md(#.*)?$/.exec(href) ?? [];
  if (name !== undefined) return `/docs/${name}${anchor}`;
  return /^(?:[/?#](?![/\\])|\.{1,2}\/|[a-z0-9_-]+(?:[/?#.]|$))[^\s\\:]*$/i.test(href)
    ? href
    : undefined;
}

function grammarOf(info: string): string {
  const [name = ""] = info.trim().toLowerCase().split(/\s/, 1);
  return names.get(name) ?? name;
}

const names = new Map([
  ["sh", "bash"],
  ["shell", "bash"],
  ["js", "javascript"],
  ["py", "python"],
  ["rb", "ruby"],
  ["cs", "csharp"],
  ["c#", "csharp"],
]);

function plainText(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}
