import { type Search as Asked, maxFoundCounted } from "../../../domain/operating.ts";
import { checkbox, field } from "../form.ts";
import { type Html, html, type Printable } from "../html.ts";
import { pageLinks, table } from "../list.ts";
import { done } from "../notice.ts";
import type { Viewer } from "../viewer.ts";

type Search = {
  readonly viewer: Viewer;
  readonly asked: Asked;
  readonly action: string;
  readonly title: string;
  readonly done?: string;
  readonly label: string;
  readonly hint: string;
  readonly waitingOnly?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Printable[])[];
  /** The number is counted up to `maxFoundCounted`. */
  readonly total: number;
  readonly order?: Html;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
};

export function searchCard(search: Search): Html {
  const { viewer, asked, action, title, label, hint, waitingOnly, columns, rows, total } = search;
  const { previousHref, nextHref } = search;
  const texts = viewer.frame.texts.admin.search;
  const found =
    rows.length === 0
      ? html`<p><strong>${texts.none}</strong> ${texts.noneAdvice}</p>`
      : html`<p class="quiet">${texts.total(total, total >= maxFoundCounted)}</p>
<div class="found">${table(title, columns, rows)}</div>`;
  return html`<article>
<h1>${title}</h1>
${search.done && done(search.done)}
<search><form method="get" action="${action}" class="filters">
<div>${field({ name: "q", label, type: "search", autocomplete: "off", value: asked.text, optional: true, anyScript: true, hint })}</div>
${checkbox({ name: "suspended", label: texts.suspendedOnly, checked: asked.suspendedOnly })}
${waitingOnly !== undefined && checkbox({ name: "waiting", label: waitingOnly, checked: asked.waitingOnly === true })}
${search.order && html`<div>${search.order}</div>`}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form></search>
${found}
${pageLinks(viewer, { previousHref, nextHref })}
</article>`;
}
