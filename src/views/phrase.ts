import type { Sentence } from "../languages/sentence.ts";
import { type Html, html } from "./html.ts";
import { visibleText } from "./visible-text.ts";

/** A sentence in the page, each name in it isolated, so that it cannot reorder the words around it. */
export function phrase(sentence: Sentence): Html {
  return html`${sentence.map((part) => (typeof part === "string" ? part : name(part.name)))}`;
}

/** A name that a stranger has chosen, wherever it stands alone. */
export function name(text: string): Html {
  return html`<bdi>${visibleText(text)}</bdi>`;
}

/** The sentence where no element can stand, as in a title: Unicode's own isolates take its place, where they are needed. */
export function plainPhrase(sentence: Sentence, direction: "ltr" | "rtl" = "ltr"): string {
  const isolate = (text: string) =>
    direction === "rtl" || rightToLeft.test(text) ? `\u{2068}${text}\u{2069}` : text;
  return sentence
    .map((part) => (typeof part === "string" ? part : isolate(visibleText(part.name))))
    .join("");
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
