import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** The text of the code block with this name on a page of the guide, with addresses replaced. */
export function guideBlock(
  page: string,
  name: string,
  instead: Readonly<Record<string, string>> = {},
): string {
  const guide = guideText(page);
  const [, text] = new RegExp(`^\`\`\`\\w+ ${name}\\n(.*?)^\`\`\``, "ms").exec(guide) ?? [];
  let placed = text ?? assert.fail(`the guide has no ${name}`);
  for (const [from, to] of Object.entries(instead)) {
    assert.ok(placed.includes(from), `${name} has no ${from}`);
    placed = placed.replaceAll(from, to);
  }
  return placed;
}

/** The whole page. */
export function guideText(page: string): string {
  return readFileSync(`docs/guide/${page}.md`, "utf8");
}
