import { defaultCommand } from "../../config/command-name.ts";
import type { Sentence } from "../languages/sentence.ts";
import { type Html, html } from "./html.ts";
import { visibleText } from "./visible-text.ts";

/** Each name is isolated, so that right-to-left names cannot reorder the sentence. */
export function phrase(sentence: Sentence): Html {
  return html`${sentence.map((part) => (typeof part === "string" ? part : name(part.name)))}`;
}

/** What the reader has to type is code. */
export function phraseToType(sentence: Sentence): Html {
  return html`${sentence.map((part) => (typeof part === "string" ? part : html`<code>${name(part.name)}</code>`))}`;
}

/** Words in brackets lead to the addresses, in their order. */
export function linked(text: string, ...hrefs: readonly string[]): Html {
  const parts = text.split(/\[([^\]]+)\]/);
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<a href="${hrefs[(at - 1) / 2] ?? ""}">${part}</a>`))}`;
}

/** Settings, commands and files in a text of ours are code. */
export function withCode(text: string, command = defaultCommand): Html {
  const parts = text.split(
    /“?(COUNTERSIGN(?:_[A-Z]+)+|countersign(?: [a-z]+)+|docs\/(?:guide\/|reference\/)?[A-Za-z-]+\.md)”?/,
  );
  const named = (code: string) => code.replace(`${defaultCommand} `, `${command} `);
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<code>${named(part)}</code>`))}`;
}

/** A name in code. A narrow column has no room for the longest, which break between their words. */
export function breakable(code: string): Html {
  return html`${code.split(/(?<=[_/])/).map((word, at) => html`${at > 0 && html`<wbr>`}${word}`)}`;
}

/** A name that a user or a developer chose. It is isolated, so that it can't reorder the text around it. */
export function name(text: string): Html {
  return html`<bdi>${visibleText(text)}</bdi>`;
}

/** Someone's words, line by line. An address in them is text, never a link of ours. */
export function quoted(message: string): Html {
  const lines = message.split("\n").map(name);
  return html`${lines.map((line, at) => (at === 0 ? line : html`<br>${line}`))}`;
}

/** A title is plain text, for example. Unicode isolates are used if any part runs from right to left. */
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
