import type { AccessLevel } from "../../domain/access.ts";
import type { ApplicationLinks } from "../../domain/application.ts";
import type { ApplicationOrder } from "../../domain/own-applications.ts";
import type { PendingApproval } from "../../domain/request-token.ts";
import type { GrantDone } from "../languages/english/account.ts";
import { grantText } from "./access-text.ts";
import { csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { pageLinks } from "./list.ts";
import { done } from "./notice.ts";
import { ownSearchForm } from "./own-search.ts";
import { name, phrase } from "./phrase.ts";
import { applicationPicture } from "./picture.ts";
import { signedInPage } from "./signed-in-page.ts";
import { day, dayInUtc, moment } from "./time.ts";
import type { Viewer } from "./viewer.ts";
import { linksOf } from "./web-address.ts";

export type ConnectedApplications = {
  readonly viewer: Viewer;
  /** They have not been exchanged yet. */
  readonly approvals: readonly PendingApproval[];
  readonly applications: readonly ConnectedApplication[];
  readonly total: number;
  readonly text: string;
  readonly order: ApplicationOrder;
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
  /** The beginning of the day is shown as "today" if it equals `today`. */
  readonly lastUsed: number | undefined;
};

export function applicationsPage(connected: ConnectedApplications): Html {
  const { viewer, approvals, total, text, done: wasDone } = connected;
  const { titles, applications: texts } = viewer.frame.texts.account;
  const none = total === 0 && text === "";
  const head = html`<h1>${titles.applications}</h1>
${wasDone && done(phrase(texts.done[wasDone.what](wasDone.application)))}`;
  const list = none
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : found(connected);
  const main =
    approvals.length === 0
      ? html`<article>
${head}
${list}
</article>`
      : html`<article>
${head}
${pending(viewer, approvals)}
</article>
<article>
${list}
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "applications",
    title: titles.applications,
    main,
  });
}

/** The approvals precede the list, because they run out, and the user may not know them. */
function pending(viewer: Viewer, approvals: readonly PendingApproval[]): Html {
  const texts = viewer.frame.texts.account.applications.pending;
  return html`<h2>${texts.title}</h2>
<p class="quiet">${texts.whatTheyAre}</p>
<ul class="items">${approvals.map((one, at) => approval(viewer, one, at))}</ul>`;
}

function approval(viewer: Viewer, one: PendingApproval, at: number): Html {
  const { dates, account } = viewer.frame.texts;
  const { by, withEmail, pending: texts } = account.applications;
  const heading = `approval-${at}`;
  return html`<li>
<div class="application">
${applicationPicture({ id: one.applicationId, icon: one.icon })}
<div>
<h3 id="${heading}">${name(one.name)}</h3>
<p class="quiet">${phrase(by(`@${one.ownerScreenName}`))}</p>
<p>${grantText(viewer.frame, one.access)}${one.requestEmail && html` ${withEmail}`}</p>
<p class="quiet">${one.approvedAt !== undefined && html`${texts.approved} ${moment(dates, one.approvedAt)}<br>`}
${texts.until} ${moment(dates, one.expiresAt)}</p>
</div>
</div>
<form method="post" action="/account">
${csrfField(viewer.csrf)}
<input type="hidden" name="request_token" value="${one.token}">
<div class="actions"><button type="submit" name="change" value="withdraw" class="secondary" aria-describedby="${heading}">${texts.withdraw}</button></div>
</form>
</li>`;
}

function found(connected: ConnectedApplications): Html {
  const { viewer, applications, today, total, previousHref, nextHref } = connected;
  const { account, portal } = viewer.frame.texts;
  const { nothingFound, nothingFoundAdvice, total: inAll } = portal.applications;
  return html`<p class="quiet">${account.applications.whatTheyCan}</p>
${ownSearchForm(viewer, "/account", connected)}
${
  total === 0
    ? html`<p><strong>${nothingFound}</strong> ${nothingFoundAdvice}</p>`
    : html`<p class="quiet">${inAll(total)}</p>
<ul class="items">${applications.map((one) => item(viewer, one, today))}</ul>`
}
${pageLinks(viewer, { previousHref, nextHref })}`;
}

function item(viewer: Viewer, application: ConnectedApplication, today: number): Html {
  const { dates, account: all } = viewer.frame.texts;
  const texts = all.applications;
  const { applicationId, access, emailGranted, since } = application;
  const heading = `application-${applicationId}`;
  return html`<li>
<div class="application">
${applicationPicture({ id: applicationId, icon: application.icon })}
<div>
<h2 id="${heading}">${name(application.name)}</h2>
<p class="quiet">${phrase(texts.by(`@${application.ownerScreenName}`))}</p>
<p>${grantText(viewer.frame, access)}${emailGranted && html` ${texts.withEmail}`}</p>
<p class="quiet">${texts.since} ${day(dates, since)}<br>
${lastUsed(viewer, application.lastUsed, today)}</p>
${linksOf(viewer.frame, application.links)}
</div>
</div>
<form method="post" action="/account">
${csrfField(viewer.csrf)}
<input type="hidden" name="application_id" value="${applicationId}">
<div class="actions">
${access === "write" && html`<button type="submit" name="change" value="reduce" class="secondary" aria-describedby="${heading}">${texts.reduce}</button>`}
<button type="submit" name="change" value="revoke" class="secondary" aria-describedby="${heading}">${texts.revoke}</button>
</div>
</form>
</li>`;
}

function lastUsed({ frame: { texts } }: Viewer, used: number | undefined, today: number): Html {
  const { neverUsed, usedToday, lastUsed: on } = texts.account.applications;
  if (used === undefined) return html`${neverUsed}`;
  if (used === today) return html`${usedToday}`;
  return html`${on} ${dayInUtc(texts.dates, used)}`;
}
