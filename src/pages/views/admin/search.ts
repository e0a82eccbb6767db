import {
  type ApplicationSearch as Asked,
  isByName,
  type ListOrder,
  maxFoundCounted,
} from "../../../domain/operating.ts";
import { done } from "../banner.ts";
import { checkbox, searchesIn } from "../form.ts";
import { type Html, html, type Printable } from "../html.ts";
import { type Column, pageLinks, table } from "../list.ts";
import { name } from "../phrase.ts";
import type { Viewer } from "../viewer.ts";

type FilterBar = {
  readonly viewer: Viewer;
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** They stand in the bar's line. */
  readonly controls: Printable;
  /** The search ends with these once they are unfolded. */
  readonly more?: Html;
  readonly chips: readonly Chip[];
  /** An empty list has its own link to the whole list. */
  readonly isEmpty: boolean;
  /** A search keeps the order. */
  readonly order: string | undefined;
};

/** Something that narrows the list; `href` is the list without it. */
export type Chip = { readonly text: Printable; readonly href: string };

export function filterBar(bar: FilterBar): Html {
  const { viewer, action, label, placeholder, text, controls, more, chips, isEmpty, order } = bar;
  const texts = viewer.frame.texts.admin.search;
  return html`<search><form method="post" action="/search" class="filters" novalidate>
${searchesIn(viewer, action)}
<input name="q" type="search" aria-label="${label}" value="${text}" placeholder="${placeholder}" autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto">
${controls}
${order && html`<input type="hidden" name="order" value="${order}">`}
${more}
<button type="submit">${texts.submit}</button>
${
  chips.length > 0 &&
  html`<ul class="chips" aria-label="${texts.active}">${chips.map(
    (one) =>
      html`<li><a class="chip" href="${one.href}"><span class="unseen">${texts.remove}</span> ${one.text} <span aria-hidden="true">×</span></a></li>`,
  )}${!isEmpty && html`<li><a class="action" href="${action}">${texts.clear}</a></li>`}</ul>`
}
</form></search>`;
}

export function searchHref(path: string, { text, filters, order = "name" }: Asked): string {
  const query = new URLSearchParams({
    ...(text !== "" && { q: text }),
    ...(filters?.state === "suspended" && { suspended: "on" }),
    ...(filters?.state === "unconfirmed-schemes" && { waiting: "on" }),
    ...(order !== "name" && { order }),
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** What is searched for is found, and so sorted, along the index of the names. */
export function isNarrowed({ text, filters }: Asked): boolean {
  return text !== "" || filters?.state !== undefined;
}

type SearchCard = {
  readonly viewer: Viewer;
  readonly asked: Asked;
  readonly action: string;
  readonly title: string;
  readonly done?: string;
  readonly label: string;
  readonly placeholder: string;
  readonly waitingOnly?: string;
  /** The first and the last column sort the list, by name and by creation. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Printable[])[];
  /** The number is counted up to `maxFoundCounted`. */
  readonly total: number;
  /** What stands there if there is nothing to search. */
  readonly empty?: Html;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
};

export function searchCard(search: SearchCard): Html {
  const { viewer, asked, action, title, label, placeholder, waitingOnly } = search;
  const { rows, total, previousHref, nextHref } = search;
  const texts = viewer.frame.texts.admin.search;
  const without = (part: Partial<Asked>) => searchHref(action, { ...asked, ...part });
  const chips = [
    ...(asked.text === "" ? [] : [{ text: name(asked.text), href: without({ text: "" }) }]),
    ...(asked.filters?.state === "suspended"
      ? [{ text: texts.suspendedOnly, href: without({ filters: {} }) }]
      : []),
    ...(asked.filters?.state === "unconfirmed-schemes"
      ? [{ text: waitingOnly, href: without({ filters: {} }) }]
      : []),
  ];
  const count =
    rows.length === 0
      ? emptyList(search)
      : html`<p class="quiet">${texts.total(total, total >= maxFoundCounted)}</p>
<div class="found">${table(title, columnsOf(search), rows)}</div>`;
  return html`<article>
<h1>${title}</h1>
${search.done && done(search.done)}
${
  (rows.length > 0 || isNarrowed(asked)) &&
  filterBar({
    viewer,
    action,
    label,
    placeholder,
    text: asked.text,
    controls: html`${checkbox({ name: "suspended", label: texts.suspendedOnly, checked: asked.filters?.state === "suspended" })}
${waitingOnly !== undefined && checkbox({ name: "waiting", label: waitingOnly, checked: asked.filters?.state === "unconfirmed-schemes" })}`,
    chips,
    isEmpty: rows.length === 0,
    order: asked.order === "name" ? undefined : asked.order,
  })
}
${count}
${pageLinks(viewer, { previousHref, nextHref })}
</article>`;
}

function emptyList({ viewer, asked, action, empty }: SearchCard): Html | undefined {
  const texts = viewer.frame.texts.admin.search;
  if (!isNarrowed(asked)) return empty;
  return html`<p><strong>${texts.none}</strong> ${texts.noneAdvice}</p>
<p class="actions"><a class="button secondary" href="${action}">${texts.clear}</a></p>`;
}

function columnsOf({ columns, asked, action }: SearchCard): readonly Column[] {
  const { order = "name" } = asked;
  const sorting = (text: string, [first, second]: readonly [ListOrder, ListOrder]): Column => {
    if (!isByName(first) && isNarrowed(asked)) return text;
    const href = searchHref(action, { ...asked, order: order === first ? second : first });
    const isUp = order === "name" || order === "oldest";
    const sorted = order === first || order === second;
    return { text, href, sorted: sorted ? (isUp ? "ascending" : "descending") : undefined };
  };
  return columns.map((text, at) => {
    if (at === 0) return sorting(text, ["name", "name-down"]);
    return at === columns.length - 1 ? sorting(text, ["newest", "oldest"]) : text;
  });
}
