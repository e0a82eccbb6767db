import type { Sentence } from "../languages/sentence.ts";
import { type Html, html } from "./html.ts";
import { visibleText } from "./visible-text.ts";

/** A sentence in which each name is isolated, so that right-to-left names cannot reorder it. */
export function phrase(sentence: Sentence): Html {
  return html`${sentence.map((part) => (typeof part === "string" ? part : name(part.name)))}`;
}

/** A name chosen by a stranger, on its own. */
export function name(text: string): Html {
  return html`<bdi>${visibleText(text)}</bdi>`;
}

/**
 * The sentence as plain text, for example for a title. It uses Unicode isolates if any part runs from right to
 * left.
 */
export function plainPhrase(sentence: Sentence): string {
  const parts = sentence.map((part) => (typeof part === "string" ? part : visibleText(part.name)));
  const turns = parts.some((text) => rightToLeft.test(text));
  return parts
    .map((text, at) => (turns && typeof sentence[at] !== "string" ? isolated(text) : text))
    .join("");
}

function isolated(text: string): string {
  return `\u{2068}${text}\u{2069}`;
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
