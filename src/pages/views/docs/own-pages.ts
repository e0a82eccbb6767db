import type { DocsFile } from "../../../config/docs-dir.ts";
import { type Html, html } from "../html.ts";
import type { Highlight } from "./highlight.ts";
import { type MarkdownSection, markdownSections, type Token } from "./markdown.ts";
import type { DocsPage, DocsSection } from "./page.ts";

/** The parser is loaded if there are any. */
export async function ownPages(
  files: readonly DocsFile[],
  highlight: Highlight,
): Promise<readonly DocsPage[]> {
  const { default: markdown } = await import("markdown-it");
  const parser = markdown({ html: false, linkify: false }).disable("image");
  return files.map(({ id, title, description, body }) => {
    const [intro, ...sections] = markdownSections(parser.parse(body, {}) as Token[], highlight);
    const whole: Html = intro?.content ?? html``;
    return { id, title, description, intro: whole, sections: withIds(sections) };
  });
}

/** Our own elements have no id that begins so. */
function withIds(sections: readonly MarkdownSection[]): readonly DocsSection[] {
  const taken = new Map<string, number>();
  return sections.map(({ title, content }) => {
    const words = folded(title).match(/[\p{L}\p{N}]+/gu) ?? [];
    const name = `section-${words.join("-")}`;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return { id: count === 1 ? name : `${name}-${count}`, title, content: () => content };
  });
}

/** Without what a letter carries. */
function folded(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
