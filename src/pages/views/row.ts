import { type Html, html, type Printable } from "./html.ts";

export type Row = {
  readonly picture?: Html | undefined;
  /** What acts on the row is described by its title. */
  readonly id?: string;
  readonly title: Printable;
  /** The whole row leads there. */
  readonly href?: string;
  /** The level of the title as a heading; none by default. */
  readonly level?: 2 | 3;
  readonly aside?: Printable;
  /** What is known of it, in lines. */
  readonly lines: readonly Printable[];
  readonly actions?: Printable;
};

/** Things of one kind, one row each, with what can be done at its end. */
export function rowList(rows: readonly Row[]): Html {
  return html`<ul class="entries">${rows.map(row)}</ul>`;
}

function row({ picture, id, title, href, level, aside, lines, actions }: Row): Html {
  const named = id !== undefined && html` id="${id}"`;
  const what = href === undefined ? title : html`<a class="whole" href="${href}">${title}</a>`;
  const head =
    level === undefined
      ? html`<span${named}>${what}</span>`
      : html`<h${level}${named}>${what}</h${level}>`;
  return html`<li>${picture}<div>
<div class="titled">${head}${aside}</div>
${lines.map((one) => one !== undefined && one !== false && html`<p>${one}</p>`)}
</div>${actions}</li>`;
}

/** The form stands below the row once its name is pressed. `of` is the row's title. */
export function rowFold(of: string, name: string, form: Html, isOpen = false): Html {
  return html`<details${isOpen && html` open`}>
<summary aria-describedby="${of}">${name}</summary>
${form}
</details>`;
}

/** Short facts that follow each other in one line, where there is room. */
export function dotted(...facts: readonly Printable[]): Html {
  const shown = facts.filter((one) => one !== undefined && one !== false && one !== "");
  return html`<span class="facts">${shown.map((one) => html`<span>${one}</span> `)}</span>`;
}
