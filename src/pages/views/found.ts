import { tag } from "./banner.ts";
import { type Html, html, type Printable } from "./html.ts";
import { name } from "./phrase.ts";
import { applicationPicture, picture } from "./picture.ts";
import { dotted } from "./row.ts";
import type { Viewer } from "./viewer.ts";

export type Found = {
  readonly applications: readonly FoundApplication[];
  readonly users: readonly FoundUser[];
  readonly actions: readonly FoundPage[];
  readonly pages: readonly FoundPage[];
};

export type FoundApplication = {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly consumerKey: string;
  readonly ownerScreenName: string;
  readonly isSuspended: boolean;
};

export type FoundUser = {
  readonly id: string;
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly isSuspended: boolean;
};

export type FoundPage = { readonly href: string; readonly text: Printable };

/** What the page and the dialog of the search show: links, in groups. */
export function foundParts(viewer: Viewer, found: Found): Html {
  const { search: texts } = viewer.frame.texts;
  const groups = [
    [texts.groups.applications, found.applications.map((one) => application(viewer, one))],
    [texts.groups.users, found.users.map((one) => user(viewer, one))],
    [texts.groups.actions, found.actions.map(page)],
    [texts.groups.pages, found.pages.map(page)],
  ] as const;
  const shown = groups.filter(([, links]) => links.length > 0);
  if (shown.length === 0) return html`<p><strong>${texts.none}</strong> ${texts.noneAdvice}</p>`;
  return html`${shown.map(
    ([title, links]) =>
      html`<section><h2>${title}</h2><ul>${links.map((one) => html`<li>${one}</li>`)}</ul></section>`,
  )}`;
}

function application({ frame }: Viewer, one: FoundApplication): Html {
  const { states } = frame.texts.admin;
  const state = one.isSuspended ? tag("now", states.suspended) : tag("good", states.active);
  return html`<a href="${one.href}">${applicationPicture(one)}<span><b>${name(one.name)}</b> ${state}<small>${dotted(html`<code>${one.consumerKey}</code>`, name(`@${one.ownerScreenName}`))}</small></span></a>`;
}

function user({ frame }: Viewer, one: FoundUser): Html {
  const state = one.isSuspended && tag("now", frame.texts.admin.states.suspended);
  const facts = [one.name, one.email].filter((fact) => fact !== "").map(name);
  return html`<a href="/admin/users/${one.id}" class="user">${picture(one.id)}<span><b>${name(`@${one.screenName}`)}</b> ${state}${facts.length > 0 && html`<small>${dotted(...facts)}</small>`}</span></a>`;
}

function page({ href, text }: FoundPage): Html {
  return html`<a href="${href}"><span>${text}</span></a>`;
}
