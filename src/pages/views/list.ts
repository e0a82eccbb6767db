import { type Html, html, type Printable } from "./html.ts";
import type { Frame } from "./layout.ts";
import type { Viewer } from "./viewer.ts";

export function nextPage({ frame }: Viewer, href: string | undefined): Html | undefined {
  if (href === undefined) return undefined;
  return html`<p><a class="action" href="${href}">${frame.texts.shell.nextPage}</a></p>`;
}

export function pageLinks(
  { frame }: Viewer,
  hrefs: { readonly previousHref?: string | undefined; readonly nextHref?: string | undefined },
): Html | undefined {
  const { previousHref, nextHref } = hrefs;
  if (previousHref === undefined && nextHref === undefined) return undefined;
  const { previousPage, nextPage } = frame.texts.shell;
  const link = (href: string | undefined, text: string) =>
    href !== undefined && html`<a class="action" href="${href}">${text}</a>`;
  return html`<p class="pages">${link(previousHref, previousPage)} ${link(nextHref, nextPage)}</p>`;
}

/**
 * Each row begins with a heading; a column of buttons needs no name. A table fits its card at every width, so its box
 * is no stop of the keyboard.
 */
export function table(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Printable[])[],
): Html {
  return html`<div class="scroll"><table class="rows" aria-label="${label}">
<thead><tr>${columns.map(columnHead)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((content, at) => cell(content, at, columns[at]))}</tr>`)}</tbody>
</table></div>`;
}

/** `href` sorts the table by the column, or the other way round if it is sorted by it. */
export type Column =
  | string
  | {
      readonly text: string;
      /** It stands after the name. */
      readonly unit?: Html;
      readonly href?: string | undefined;
      readonly sorted?: "ascending" | "descending" | undefined;
      /** Ones stand above ones. */
      readonly isNumber?: true;
      /** On a phone, the state stands at the end of the row's first line, and what is extra is left out. */
      readonly place?: "state" | "extra" | undefined;
    };

function columnHead(column: Column): Html {
  if (column === "") return html`<td></td>`;
  if (typeof column === "string") return html`<th scope="col">${column}</th>`;
  const { text, unit, href, sorted, isNumber, place } = column;
  const name = href === undefined ? text : html`<a href="${href}">${text}</a>`;
  return html`<th scope="col"${lookOf(isNumber, place)}${sorted && html` aria-sort="${sorted}"`}>${name}${unit && html` ${unit}`}</th>`;
}

/** On narrow screens a row becomes a card with the column's name next to each value. */
function cell(content: Printable, at: number, column: Column | undefined): Html {
  if (at === 0) return html`<th scope="row">${content}</th>`;
  const { text, isNumber, place }: Exclude<Column, string> =
    typeof column === "object" ? column : { text: column ?? "" };
  return html`<td${lookOf(isNumber, place)} data-label="${text}">${content}</td>`;
}

function lookOf(isNumber?: true, place?: "state" | "extra"): Html | undefined {
  const classes = [isNumber && "number", place].filter((one) => one !== undefined);
  return classes.length === 0 ? undefined : html` class="${classes.join(" ")}"`;
}

export type Fact = readonly [term: Printable, fact: Printable];

export function facts(pairs: readonly Fact[]): Html {
  return html`<dl>${pairs.map((one) => fact(one))}</dl>`;
}

/** Short facts stand side by side where there is room, and the long ones below them. */
export function shortFacts(short: readonly Fact[], long: readonly Fact[] = []): Html {
  return html`<dl class="short">${short.map((one) => fact(one))}${long.map((one) => fact(one, html` class="long"`))}</dl>`;
}

function fact([term, what]: Fact, attributes?: Html): Html {
  return html`<div${attributes}><dt>${term}</dt><dd>${what}</dd></div>`;
}

/** A part of a page that stays folded until it is needed; the parts of one card form a list. */
export function fold(
  id: string,
  title: Printable,
  content: Html,
  isOpen: boolean,
  aside?: Html | false,
): Html {
  return html`<details class="fold"${isOpen && html` open`}>
<summary><h2 id="${id}">${title}</h2>${aside}</summary>
${content}
</details>`;
}

/** The form of something new stays out of sight until its link in the page's head is followed. */
export function newCard(title: Printable, content: Html, isOpen: boolean): Html {
  return html`<article id="new"${isOpen && html` class="open"`}>
<h2>${title}</h2>
${content}
</article>`;
}

export function newLink(text: string): Html {
  return html`<a class="button" href="#new">${text}</a>`;
}

export function originList(origins: readonly string[]): Html {
  return html`<ul class="plain">${origins.map((one) => html`<li><code dir="ltr">${one}</code></li>`)}</ul>`;
}

/** Codes and limits beside the number have the same digits. */
export function number({ texts }: Pick<Frame, "texts">, value: number): string {
  return new Intl.NumberFormat(`${texts.language.tag}-u-nu-latn`).format(value);
}

/** In a row of one line the middle gives way, not the end. */
export function cut(text: Printable, end: Printable): Html {
  return html`<span class="cut"><span>${text}</span> <span>${end}</span></span>`;
}

/** A long IP address wraps between its groups; in a row of one line, its middle is cut. */
export function networkAddress(address: string): Html {
  const [first = "", ...others] = address.split(":");
  const rest = others.map((group) => html`:<wbr>${group}`);
  if (others.length < 4) return html`<bdi dir="ltr">${first}${rest}</bdi>`;
  return html`<bdi class="cut" dir="ltr" title="${address}"><span>${first}${rest.slice(0, -1)}</span><span>${rest.slice(-1)}</span></bdi>`;
}
