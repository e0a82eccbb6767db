import * as english from "./english.ts";
import type { Name, Sentence } from "./sentence.ts";
import type { Texts } from "./texts.ts";

const accents: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  n: "ñ",
  c: "ç",
  A: "Á",
  E: "É",
  I: "Í",
  O: "Ó",
  U: "Ú",
  N: "Ñ",
  C: "Ç",
};

/**
 * This made-up language is English with accents, a third longer and in brackets: text on a page
 * without brackets is not from the catalogue, and text that does not fit will not fit elsewhere.
 */
export const pseudo: Texts = {
  ...changed(english),
  language: { tag: "en-XA", name: "Pseudo", direction: "ltr" },
};

/** The structure stays; every text is disguised, also those that functions return. */
function changed<Node>(node: Node): Node;
function changed(node: unknown): unknown {
  if (typeof node === "string") return `⟦${longer(node)}⟧`;
  if (typeof node === "function") return (...values: unknown[]) => changed(node(...values));
  if (Array.isArray(node)) return changedSentence(node);
  return Object.fromEntries(Object.entries(node as object).map(([k, v]) => [k, changed(v)]));
}

function changedSentence(sentence: Sentence): Sentence {
  const parts = sentence.map((part: string | Name) =>
    typeof part === "string" ? accented(part) : part,
  );
  const words = sentence.filter((part) => typeof part === "string").join("");
  return ["⟦", ...parts, `${padding(words)}⟧`];
}

function longer(text: string): string {
  return accented(text) + padding(text);
}

function accented(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
}

function padding(text: string): string {
  return " øø".repeat(Math.ceil((text.length * 0.3) / 3));
}
