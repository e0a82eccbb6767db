import type { DocsFile } from "../../../config/docs-dir.ts";
import { type Html, html } from "../html.ts";
import type { Highlight } from "./highlight.ts";
import { markdownSections, type Token } from "./markdown.ts";
import type { DocsPage } from "./page.ts";

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
    return {
      ...{ id, title, description, intro: whole },
      sections: sections.map(({ content, ...one }) => ({ ...one, content: () => content })),
    };
  });
}
