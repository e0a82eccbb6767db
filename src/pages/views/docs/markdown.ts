/** Markdown as our own markup: of each token only what is known here gets in, and every text is escaped. */
import { type Html, html } from "../html.ts";
import { type HeadingIds, headingIds, idOfFragment } from "./heading-ids.ts";
import type { Highlight } from "./highlight.ts";

/** What is used of the parser's tokens. */
export interface Token {
  readonly type: string;
  readonly tag: string;
  /** How many elements contain it. */
  readonly level: number;
  readonly content: string;
  /** Of a fence, the language and what follows it. */
  readonly info: string;
  /** A paragraph of a list whose items stand close. */
  readonly hidden: boolean;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
}

/** The headings of the first and second level begin sections, unless a quote or a list contains them. */
export type MarkdownSection = {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
};

/** The first has no title, and what stands before all headings. */
export function markdownSections(
  tokens: readonly Token[],
  highlight: Highlight,
): readonly MarkdownSection[] {
  const starts = tokens.flatMap(({ type, tag, level }, at) =>
    type === "heading_open" && level === 0 && (tag === "h1" || tag === "h2") ? [at] : [],
  );
  const ids = headingIds();
  return [0, ...starts].map((start, at) => {
    const all = tokens.slice(start, starts[at]);
    if (at === 0) return { id: "", title: "", content: blocks(all, highlight, ids) };
    const title = plainText(all[1]);
    return { id: ids(title), title, content: blocks(all.slice(3), highlight, ids) };
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

function blocks(tokens: readonly Token[], highlight: Highlight, ids: HeadingIds): Html {
  return html`${tokens.map((token, at) => {
    const { type, content, info, hidden, children } = token;
    if (type === "inline") return inline(children ?? []);
    if (type === "fence" || type === "code_block") {
      return html`<pre tabindex="0"><code>${highlight(content, grammarOf(info))}</code></pre>`;
    }
    if (type === "hr") return html`<hr>`;
    if (type === "heading_open") return html`<h3 id="${ids(plainText(tokens[at + 1]))}">`;
    const start = type === "ordered_list_open" ? token.attrGet("start") : null;
    if (start !== null) return html`<ol start="${start}">`;
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

/** A link to another file or a heading leads to its page or section. Of URLs, only the web, mail, and paths stay. */
function ownHref(href: string): string | undefined {
  if (/^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(href)) return href;
  const [, name, fragment] = /^(?:(?:\.\/)?([a-z0-9-]{1,60})\.md)?(?:#(.*))?$/.exec(href) ?? [];
  const anchor = fragment ? `#${idOfFragment(fragment)}` : "";
  if (name !== undefined) return `/docs/${name}${anchor}`;
  if (anchor !== "") return anchor;
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
