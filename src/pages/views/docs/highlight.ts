/** Code with a class for each kind of word, from the highlighter's result, whose text is escaped again here. */
import { type Html, html } from "../html.ts";

/** Code of a language that it doesn't know stays as it is. */
export type Highlight = (code: string, language: string) => Html;

/** By language and code. */
const kept = new Map<string, Html>();

/** Code that is part of the service is highlighted once. Any other would fill the memory. */
export function highlightOnce(highlight: Highlight, code: string, language: string): Html {
  const key = `${language} ${code}`;
  const markup = kept.get(key) ?? highlight(code, language);
  kept.set(key, markup);
  return markup;
}

/** In characters. Longer code stays as it is, so that no page costs more. */
const maxCode = 20_000;

/** The package's own types need those of a browser. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
}

const core = import.meta.resolve("highlight.js/lib/core");
/** The names are those that Markdown and the programs use. */
const grammars = {
  bash: import.meta.resolve("highlight.js/lib/languages/bash"),
  javascript: import.meta.resolve("highlight.js/lib/languages/javascript"),
  python: import.meta.resolve("highlight.js/lib/languages/python"),
  php: import.meta.resolve("highlight.js/lib/languages/php"),
  ruby: import.meta.resolve("highlight.js/lib/languages/ruby"),
  go: import.meta.resolve("highlight.js/lib/languages/go"),
  java: import.meta.resolve("highlight.js/lib/languages/java"),
  csharp: import.meta.resolve("highlight.js/lib/languages/csharp"),
  json: import.meta.resolve("highlight.js/lib/languages/json"),
  http: import.meta.resolve("highlight.js/lib/languages/http"),
};

let loading: Promise<Highlight> | undefined;

/** It is loaded with the first page that needs it. */
export function loadHighlight(): Promise<Highlight> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Highlight> {
  const { default: highlighter }: { readonly default: Highlighter } = await import(core);
  for (const [name, url] of Object.entries(grammars)) {
    highlighter.registerLanguage(name, (await import(url)).default);
  }
  return (code, language) => highlighted(highlighter, code, language);
}

function highlighted(highlighter: Highlighter, code: string, language: string): Html {
  if (code.length > maxCode || !Object.hasOwn(grammars, language)) return html`${code}`;
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  return html`${value.split(/(?=<)|(?<=>)/).map(part)}`;
}

/** A tag of the result, of which only the class is read, or a text in which no character is a tag's. */
function part(text: string): Html {
  if (text === "</span>") return html`</span>`;
  const [, kind] = /^<span class="hljs-([a-z_]+)/.exec(text) ?? [];
  if (kind !== undefined) return html`<span class="${kinds[kind] ?? "word"}">`;
  return html`${text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => characters[name] ?? "")}`;
}

const characters: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
};

/** The colors of what the highlighter tells apart. */
const kinds: Readonly<Record<string, string>> = {
  keyword: "keyword",
  literal: "keyword",
  built_in: "keyword",
  attr: "keyword",
  attribute: "keyword",
  meta: "keyword",
  string: "string",
  regexp: "string",
  comment: "comment",
  doctag: "comment",
  number: "number",
  symbol: "string",
};
