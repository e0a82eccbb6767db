import type { Application } from "../../domain/application.ts";
import { actionLink } from "../explanation.ts";
import { done } from "../form.ts";
import { type Html, html } from "../html.ts";
import { nextPage } from "../list.ts";
import type { Person } from "../person.ts";
import { name } from "../phrase.ts";
import { picture } from "../picture.ts";
import { signedInPage } from "../signed-in-page.ts";
import { time } from "../time.ts";
import { stateBadge } from "./state-badge.ts";

export type Applications = {
  readonly person: Person;
  readonly applications: readonly ListedApplication[];
  readonly nextHref?: string;
  /** One was just deleted. */
  readonly deleted?: boolean;
};

type ListedApplication = Pick<
  Application,
  "id" | "name" | "access" | "createdAt" | "suspendedBecause"
> & {
  /** Of the last day. */
  readonly requests: number;
};

/** The first page of the portal: the applications of the signed-in person. */
export function myApplicationsPage({
  person,
  applications,
  nextHref,
  deleted,
}: Applications): Html {
  const texts = person.frame.texts.portal.applications;
  const create = actionLink("/portal/create", texts.create);
  const list =
    applications.length === 0
      ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
      : html`<ul class="items">${applications.map((one) => item(person, one))}</ul>`;
  const main = html`<article>
<h1>${texts.title}</h1>
${deleted && done(texts.deleted)}
${applications.length > 0 && create}
${list}
${nextPage(person, nextHref)}
${applications.length === 0 && create}
</article>`;
  return signedInPage(person, {
    area: "portal",
    here: "applications",
    title: texts.title,
    main,
  });
}

function item(person: Person, application: ListedApplication): Html {
  const { dates, portal } = person.frame.texts;
  const texts = portal.applications;
  const { id, access, createdAt, requests, suspendedBecause } = application;
  return html`<li>
<div class="application">
${picture(id)}
<div>
<h2><a class="action" href="/portal/applications/${id}">${name(application.name)}</a> ${stateBadge(texts, application)}</h2>
${suspendedBecause !== undefined && html`<p>${texts.suspendedBecause} ${name(suspendedBecause)}</p>`}
<p class="quiet">${texts.access[access]} · ${texts.madeOn} ${time(createdAt, dates.day(createdAt))}</p>
<p class="quiet">${texts.requests(requests)}</p>
</div>
</div>
</li>`;
}
