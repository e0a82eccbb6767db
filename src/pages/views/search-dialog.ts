import { type Html, html, needing } from "./html.ts";
import { sectionIcon } from "./section-icon.ts";
import type { Viewer } from "./viewer.ts";

/** Without script it leads to the page of the search; on a narrow screen it is a symbol. */
export function searchLink({ frame }: Viewer): Html {
  const { field } = frame.texts.search;
  return html`<a class="search" href="/search" aria-keyshortcuts="Control+K Meta+K /">${sectionIcon("search")}<span>${field}</span><kbd aria-hidden="true">Ctrl K</kbd></a>`;
}

/**
 * The script opens it, and fills the box with what the service finds. The form is sent only if no result is chosen, to
 * the page of the search, and always by POST: what is pasted may be a secret, which no URL may contain.
 */
export function searchDialog({ frame, csrf, isAdmin }: Viewer): Html {
  const { title, field, loading, failed, tooMany, recognizes, keys } = frame.texts.search;
  const dialog = html`<dialog class="search" aria-label="${title}" data-loading="${loading}" data-failed="${failed}" data-too-many="${tooMany}">
<form method="post" action="/search">
<input type="hidden" name="csrf" value="${csrf}">
${sectionIcon("search")}
<input name="q" type="text" role="combobox" aria-expanded="false" aria-autocomplete="list" aria-controls="results" aria-label="${field}" placeholder="${field}" maxlength="1000" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search" dir="auto">
</form>
<div class="results" id="results"></div>
<p class="quiet hint">${isAdmin ? recognizes.admin : recognizes.own}</p>
<p class="quiet said" role="status"></p>
<p class="quiet keys" aria-hidden="true"><span><kbd>↑</kbd> <kbd>↓</kbd> ${keys.choose}</span> <span><kbd>↵</kbd> ${keys.open}</span> <span><kbd>Esc</kbd> ${keys.close}</span> <span><kbd>/</kbd> ${keys.also}</span></p>
</dialog>`;
  return needing("search", dialog);
}
