import { type Html, html } from "../html.ts";
import { type FoundPart, maxQuery } from "./find-in-docs.ts";
import { docsFrame } from "./frame.ts";
import type { Docs } from "./page.ts";

export type DocsSearch = {
  readonly query: string;
  readonly found: readonly FoundPart[];
  /** The URL had what may be a secret. It was not searched for. */
  readonly maySecret?: boolean;
};

export function docsSearchPage(docs: Docs, { query, found, maySecret = false }: DocsSearch): Html {
  return docsFrame(docs, {
    title: "Search",
    description: "Search the documentation.",
    href: "/docs/search",
    open: undefined,
    query,
    main: html`<h1>Search the documentation</h1>
<form action="/docs/search">
<label for="query">Words</label>
<input id="query" type="search" name="q" value="${query}" maxlength="${maxQuery}" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">
<div class="actions"><button type="submit">Search</button></div>
</form>
${maySecret ? html`<p role="status"><strong>That may be a secret, so it wasn’t searched for.</strong> A URL is kept in histories and logs: create a new secret if it is one.</p>` : results(query, found)}`,
  });
}

function results(query: string, found: readonly FoundPart[]): Html | undefined {
  if (query === "") return undefined;
  if (found.length === 0) {
    return html`<p role="status">No page has all these words. Try fewer or shorter words, or see <a href="/docs/flows">Choose a flow</a>, <a href="/docs/errors">Errors</a>, or <a href="/docs/limits">Limits</a>.</p>`;
  }
  return html`<p role="status" class="quiet">${found.length === 1 ? "1 place" : `${found.length} places`}</p>
<ul class="hits">${found.map(
    ({ href, title, heading, excerpt: [before, word, after] }) =>
      html`<li><a href="${href}">${title}${heading !== "" && ` › ${heading}`}</a><p class="quiet">${before}<mark>${word}</mark>${after}</p></li>`,
  )}</ul>`;
}
