import { dayMs } from "../../../domain/day.ts";
import { snakeName } from "../../../domain/fields/field.ts";
import {
  type Filter,
  type Filters,
  type Narrowed,
  valuesIn,
} from "../../../domain/fields/filter.ts";
import { isByName, type ListOrder, maxFoundCounted } from "../../../domain/operating.ts";
import { done } from "../banner.ts";
import { checkbox, dayField, field, markedAlert, searchesIn, select } from "../form.ts";
import { type Html, html, type Printable } from "../html.ts";
import { type Column, type Fact, number, pageLinks, table } from "../list.ts";
import { name } from "../phrase.ts";
import { dayInUtc, moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";

type FilterBar = {
  readonly viewer: Viewer;
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** They stand in the bar's line. */
  readonly controls: Printable;
  /** These are folded; on a phone they are a sheet from below, with a button of their own. */
  readonly more: Html;
  /** What is folded has a problem. */
  readonly isWrong: boolean;
  readonly chips: readonly Chip[];
  /** An empty list has its own link to the whole list. */
  readonly isEmpty: boolean;
  /** A search keeps the order. */
  readonly order: string | undefined;
};

/** Something that narrows the list; `href` is the list without it. */
export type Chip = { readonly text: Printable; readonly href: string };

export function filterBar(bar: FilterBar): Html {
  const { viewer, action, label, placeholder, text, controls, more, isWrong, chips } = bar;
  const { isEmpty, order } = bar;
  const texts = viewer.frame.texts.admin.search;
  return html`<search><form method="post" action="/search" class="filters" novalidate>
${searchesIn(viewer, action)}
<input name="q" type="search" aria-label="${label}" value="${text}" placeholder="${placeholder}" autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto">
${controls}
${order && html`<input type="hidden" name="order" value="${order}">`}
<details${isWrong && html` open`}>
<summary>${viewer.frame.texts.audit.filter}</summary>
${more}
<button type="submit">${texts.submit}</button>
</details>
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

/** What an administrator searches for, as it was written. */
export interface ListSearch {
  readonly text: string;
  /** The values of the filters, by their names in a URL. */
  readonly input?: Readonly<Record<string, string>>;
  readonly problems?: Readonly<Record<string, FilterProblem>>;
  readonly order?: ListOrder;
}

export type FilterProblem = "day" | "unknown-user";

export function searchHref(path: string, { text, input, order = "name" }: ListSearch): string {
  const query = new URLSearchParams({
    ...(text !== "" && { q: text }),
    ...input,
    ...(order !== "name" && { order }),
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

function isNarrowed({ text, input = {} }: ListSearch): boolean {
  return text !== "" || Object.keys(input).length > 0;
}

type SearchCard = {
  readonly viewer: Viewer;
  readonly asked: ListSearch;
  readonly filters: Filters;
  readonly action: string;
  readonly title: string;
  readonly done?: string;
  readonly label: string;
  readonly placeholder: string;
  readonly columns: readonly SearchColumn[];
  readonly rows: readonly (readonly Printable[])[];
  /** The number is counted up to `maxFoundCounted`. */
  readonly total: number;
  /** The way to a new one. */
  readonly create?: Html;
  /** What can be done with all of the rows, also those of other pages. */
  readonly forAll?: Html | undefined;
  /** What stands there if there is nothing to search. */
  readonly empty?: Html;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
};

/** A column sorts the list by the first of its orders, and then the other way round. */
type SearchColumn =
  | string
  | {
      readonly text: string;
      readonly orders?: readonly [ListOrder, ListOrder];
      readonly isNumber?: true;
      readonly place?: "state" | "extra";
    };

/** The filters of a list, above it, and the states in which it can be. */
export function searchPage(search: SearchCard): { readonly main: Html; readonly end: Html } {
  const end = html`${isListed(search) && states(search)}${search.create}`;
  return { main: searchCard(search), end };
}

function isListed({ rows, asked }: SearchCard): boolean {
  return rows.length > 0 || isNarrowed(asked);
}

function searchCard(search: SearchCard): Html {
  const { viewer, asked, action, title, label, placeholder } = search;
  const { rows, total, previousHref, nextHref } = search;
  const texts = viewer.frame.texts.admin.search;
  const isWrong = Object.keys(asked.problems ?? {}).length > 0;
  const count =
    rows.length === 0
      ? !isWrong && emptyList(search)
      : html`<p class="quiet">${texts.total(total, total >= maxFoundCounted)}</p>
<div class="found">${table(title, columnsOf(search), rows)}</div>
${search.forAll}`;
  return html`<article>
${search.done && done(search.done)}
${isWrong && markedAlert(viewer.frame, "problem", viewer.frame.texts.audit.notUnderstood)}
${
  isListed(search) &&
  filterBar({
    viewer,
    action,
    label,
    placeholder,
    text: asked.text,
    controls: stateInput(search),
    more: filterFields(search, ["state"]),
    isWrong,
    chips: isWrong ? [] : chipsOf(search),
    isEmpty: rows.length === 0,
    order: asked.order === "name" ? undefined : asked.order,
  })
}
${count}
${pageLinks(viewer, { previousHref, nextHref })}
</article>`;
}

function chipsOf({ viewer, asked, action, filters }: SearchCard): readonly Chip[] {
  const { text, input = {} } = asked;
  const words = viewer.frame.texts.admin.search.filters;
  const narrowed = Object.entries(filters).flatMap(([camel, filter]) => {
    const key = snakeName(camel);
    const value = input[key];
    // The states above the list say which of them is open.
    if (value === undefined || camel === "state") return [];
    const { [key]: _, ...others } = input;
    const label = words[key as FilterKey];
    const chosen =
      filter.kind === "choice"
        ? choiceText(viewer, value)
        : "unit" in filter
          ? dayInUtc(viewer.frame.texts.dates, Date.parse(value))
          : name(value.startsWith("@") ? value : `@${value}`);
    return [
      {
        text: filter.kind === "flag" ? label : html`${label}: ${chosen}`,
        href: searchHref(action, { ...asked, input: others }),
      },
    ];
  });
  if (text === "") return narrowed;
  return [{ text: name(text), href: searchHref(action, { ...asked, text: "" }) }, ...narrowed];
}

type FilterKey = keyof Viewer["frame"]["texts"]["admin"]["search"]["filters"];

/** The list in each state, with the other filters; a search keeps the state. */
function states({ viewer, asked, action, filters }: SearchCard): Html | undefined {
  const filter = filters["state"];
  if (filter?.kind !== "choice") return undefined;
  const { state: open = "", ...others } = asked.input ?? {};
  const options = optionsOf(viewer, "state", filter.choices).filter(
    ({ value }) => value !== "unconfirmed-schemes" || value === open,
  );
  const links = options.map(({ value, label }) => {
    const input = { ...others, ...(value !== "" && { state: value }) };
    return html`<li><a class="action" href="${searchHref(action, { ...asked, input })}"${value === open && html` aria-current="true"`}>${label}</a></li>`;
  });
  return html`<nav aria-label="${viewer.frame.texts.admin.state}"><ul class="periods">${links}</ul></nav>`;
}

function stateInput({ asked: { input = {} } }: SearchCard): Html | undefined {
  const { state } = input;
  return state === undefined
    ? undefined
    : html`<input type="hidden" name="state" value="${state}">`;
}

function optionsOf(viewer: Viewer, key: string, choices: Readonly<Record<string, unknown>>) {
  const { any } = viewer.frame.texts.admin.search;
  const values = Object.keys(choices).map((value) => ({
    value,
    label: choiceText(viewer, value),
  }));
  return [{ value: "", label: any[key === "state" ? "state" : "other"] }, ...values];
}

function choiceText({ frame }: Viewer, value: string): string {
  const { admin, portal } = frame.texts;
  if (value === "active" || value === "suspended") return admin.states[value];
  if (value === "approved" || value === "waiting" || value === "asked" || value === "declined") {
    return portal.approval.states[value];
  }
  if (value === "unconfirmed-schemes") return admin.applications.waitingOnly;
  if (value === "read" || value === "write") return portal.applications.access[value];
  return value === "true" ? admin.yes : admin.no;
}

/** A field for each filter that a form can have. */
export function filterFields(search: FilterFields, without: readonly string[] = []): Html {
  return html`<div class="pair">${Object.entries(search.filters).map(
    ([name, filter]) => !without.includes(name) && filterField(search, snakeName(name), filter),
  )}</div>`;
}

type FilterFields = Pick<SearchCard, "viewer" | "asked" | "filters">;

/** What a stored list is narrowed by. */
export function filterFacts<Table extends Filters>(
  viewer: Viewer,
  filters: Table,
  narrowed: Narrowed<Table>,
): readonly Fact[] {
  const { admin, dates } = viewer.frame.texts;
  return valuesIn(filters, narrowed).map(({ name: camel, filter, value }): Fact => {
    const label = admin.search.filters[snakeName(camel) as string as FilterKey];
    if (value === true) return [label, admin.yes];
    if (filter.kind === "choice") return [label, choiceText(viewer, String(value))];
    if (filter.kind === "user")
      return [
        label,
        html`<a class="action" href="/admin/users/${String(value)}">${String(value)}</a>`,
      ];
    if (typeof value === "object")
      return [
        label,
        value.length > maxNamed ? number(viewer.frame, value.length) : name(value.join(", ")),
      ];
    const at = Number(value);
    return [label, at % dayMs === 0 ? dayInUtc(dates, at) : moment(dates, at)];
  });
}

/** Of more values, only their number is shown. */
const maxNamed = 5;

function filterField(
  { viewer, asked }: FilterFields,
  key: string,
  filter: Filter,
): Html | undefined {
  if (filter.kind === "several") return undefined;
  const label = viewer.frame.texts.admin.search.filters[key as FilterKey];
  const value = asked.input?.[key] ?? "";
  const problem = asked.problems?.[key];
  const control = {
    name: key,
    label,
    problem: problem && viewer.frame.texts.audit.problems[problem],
  };
  switch (filter.kind) {
    case "choice":
      return html`<div>${select({ ...control, chosen: value, options: optionsOf(viewer, key, filter.choices) })}</div>`;
    case "flag":
      return html`<div>${checkbox({ ...control, checked: value === "on" })}</div>`;
    case "user":
      return html`<div>${field({ ...control, type: "text", autocomplete: "off", value, optional: true, anyScript: true })}</div>`;
    default:
      return html`<div>${dayField({ ...control, value, optional: true })}</div>`;
  }
}

function emptyList({ viewer, asked, action, empty }: SearchCard): Html | undefined {
  const texts = viewer.frame.texts.admin.search;
  if (!isNarrowed(asked)) return empty;
  return html`<p><strong>${texts.none}</strong> ${texts.noneAdvice}</p>
<p class="actions"><a class="button secondary" href="${action}">${texts.clear}</a></p>`;
}

function columnsOf({ columns, asked, action }: SearchCard): readonly Column[] {
  const { order = "name" } = asked;
  return columns.map((column): Column => {
    if (typeof column === "string") return column;
    const { text, orders, isNumber, place } = column;
    if (orders === undefined) return { text, ...(isNumber && { isNumber }), place };
    const [first, second] = orders;
    if (!isByName(first) && asked.text !== "") return { text, place };
    const href = searchHref(action, { ...asked, order: order === first ? second : first });
    const isUp = order === "name" || order === "oldest" || order === "longest-unused";
    const sorted = order === first || order === second;
    return { text, href, place, sorted: sorted ? (isUp ? "ascending" : "descending") : undefined };
  });
}
