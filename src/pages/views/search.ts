import { alert } from "./banner.ts";
import { csrfField } from "./form.ts";
import { type Found, foundParts } from "./found.ts";
import { type Html, html } from "./html.ts";
import { signedInPage } from "./signed-in-page.ts";
import type { Viewer } from "./viewer.ts";

export type SearchPage = {
  readonly viewer: Viewer;
  /** What was searched for, unless it may be a secret. */
  readonly text: string;
  /** Undefined if nothing was searched for. */
  readonly found: Found | undefined;
  /** A key or token came in a URL, and was not looked up. */
  readonly cameInUrl?: boolean;
};

export function searchPage({ viewer, text, found, cameInUrl = false }: SearchPage): Html {
  const { search: texts } = viewer.frame.texts;
  const { title, happened, meaning, advice } = texts.inUrl;
  const main = html`<article>
<search><form method="post" action="/search" class="filters" novalidate>
${csrfField(viewer.csrf)}
<input name="q" type="search" aria-label="${texts.field}" placeholder="${texts.field}" value="${text}" maxlength="1000" autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto"${!cameInUrl && found === undefined && html` autofocus`}>
<button type="submit">${texts.submit}</button>
</form></search>
${cameInUrl && alert("in-url", happened, html`${meaning} ${advice}`)}
<div class="results">${found && foundParts(viewer, found)}</div>
<p class="quiet">${viewer.isAdmin ? texts.recognizes.admin : texts.recognizes.own}</p>
</article>`;
  return signedInPage(viewer, {
    area: viewer.isAdmin ? "admin" : "portal",
    here: undefined,
    title: cameInUrl ? title : texts.title,
    main,
  });
}
