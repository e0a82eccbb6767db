import { type Html, html } from "../html.ts";
import { newCard, newLink } from "../list.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Viewer } from "../viewer.ts";

export type ChangeableList = {
  readonly viewer: Viewer;
  readonly texts: {
    readonly title: string;
    readonly hint: string;
    readonly existing: string;
    readonly create: string;
    readonly changing: (name: string) => string;
  };
  /** What the form has; `seen` is empty for something new. */
  readonly input: { readonly name: string; readonly seen: string; readonly problem?: unknown };
  readonly isAsked: boolean;
  readonly done: Html | undefined;
  readonly form: Html;
  readonly list: Html;
};

/** A list in plans' section; one form above it creates its members and changes each. */
export function changeableList(page: ChangeableList): Html {
  const { viewer, texts, input, isAsked, done, form, list } = page;
  const isNew = input.seen === "";
  const isOpen = !isNew || input.name !== "" || input.problem !== undefined || isAsked;
  const main = html`${done}
${newCard(isNew ? texts.create : texts.changing(input.name), form, isOpen)}
<article>
<h2>${texts.existing}</h2>
<p>${texts.hint}</p>
${list}
</article>`;
  const head = { end: newLink(texts.create) };
  return signedInPage(viewer, { area: "admin", here: "plans", title: texts.title, head, main });
}
