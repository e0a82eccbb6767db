import type { AccessLevel } from "../domain/access.ts";
import type { ApplicationLinks } from "../domain/application.ts";
import type { ApplicationOrder } from "../domain/own-applications.ts";
import type { GrantDone } from "../languages/texts/account.ts";
import { grantText } from "./access-text.ts";
import { linksOf } from "./application-links.ts";
import { csrfField, done } from "./form.ts";
import { type Html, html } from "./html.ts";
import { pageLinks } from "./list.ts";
import { ownSearchForm } from "./own-search.ts";
import type { Person } from "./person.ts";
import { name, phrase } from "./phrase.ts";
import { applicationPicture } from "./picture.ts";
import { signedInPage } from "./signed-in-page.ts";
import { day, dayInUtc } from "./time.ts";

export type ConnectedApplications = {
  readonly person: Person;
  readonly applications: readonly ConnectedApplication[];
  /** How many there are or were found. */
  readonly total: number;
  /** The search text, or empty. */
  readonly text: string;
  readonly order: ApplicationOrder;
  /** When today began. */
  readonly today: number;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
  readonly done?: { readonly what: GrantDone; readonly application: string } | undefined;
};

type ConnectedApplication = {
  readonly applicationId: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly links?: ApplicationLinks;
  readonly ownerScreenName: string;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  readonly since: number;
  /** The beginning of the day. Shown as "today" if it equals `today`. */
  readonly lastUsed: number | undefined;
};

export function applicationsPage(connected: ConnectedApplications): Html {
  const { person, total, text, done: wasDone } = connected;
  const { titles, applications: texts } = person.frame.texts.account;
  const none = total === 0 && text === "";
  const main = html`<article>
<h1>${titles.applications}</h1>
${wasDone && done(phrase(texts.done[wasDone.what](wasDone.application)))}
${
  none
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : found(connected)
}
</article>`;
  return signedInPage(person, {
    area: "account",
    here: "applications",
    title: titles.applications,
    main,
  });
}

function found(connected: ConnectedApplications): Html {
  const { person, applications, today, total, previousHref, nextHref } = connected;
  const { account, portal } = person.frame.texts;
  const { nothingFound, nothingFoundAdvice, total: inAll } = portal.applications;
  return html`<p class="quiet">${account.applications.whatTheyCan}</p>
${ownSearchForm(person, "/account", connected)}
${
  total === 0
    ? html`<p><strong>${nothingFound}</strong> ${nothingFoundAdvice}</p>`
    : html`<p class="quiet">${inAll(total)}</p>
<ul class="items">${applications.map((one) => item(person, one, today))}</ul>`
}
${pageLinks(person, { previousHref, nextHref })}`;
}

function item(person: Person, application: ConnectedApplication, today: number): Html {
  const { dates, account: all } = person.frame.texts;
  const texts = all.applications;
  const { applicationId, access, emailGranted, since } = application;
  const heading = `application-${applicationId}`;
  return html`<li>
<div class="application">
${applicationPicture({ id: applicationId, icon: application.icon })}
<div>
<h2 id="${heading}">${name(application.name)}</h2>
<p class="quiet">${phrase(texts.by(`@${application.ownerScreenName}`))}</p>
<p>${grantText(person.frame, access)}${emailGranted && html` ${texts.withEmail}`}</p>
<p class="quiet">${texts.since} ${day(dates, since)}<br>
${lastUsed(person, application.lastUsed, today)}</p>
${linksOf(person.frame, application.links)}
</div>
</div>
<form method="post" action="/account">
${csrfField(person.csrf)}
<input type="hidden" name="application_id" value="${applicationId}">
<div class="actions">
${access === "write" && html`<button type="submit" name="change" value="reduce" class="secondary" aria-describedby="${heading}">${texts.reduce}</button>`}
<button type="submit" name="change" value="revoke" class="danger" aria-describedby="${heading}">${texts.revoke}</button>
</div>
</form>
</li>`;
}

function lastUsed({ frame: { texts } }: Person, used: number | undefined, today: number): Html {
  const { neverUsed, usedToday, lastUsed: on } = texts.account.applications;
  if (used === undefined) return html`${neverUsed}`;
  if (used === today) return html`${usedToday}`;
  return html`${on} ${dayInUtc(texts.dates, used)}`;
}
