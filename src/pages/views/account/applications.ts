import type { AccessLevel } from "../../../domain/access.ts";
import type { ApplicationLinks } from "../../../domain/application.ts";
import type { ApplicationOrder } from "../../../domain/own-applications.ts";
import type { PendingApproval } from "../../../domain/request-token.ts";
import type { GrantDone } from "../../languages/english/account.ts";
import { grantText } from "../access-text.ts";
import { done } from "../banner.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { pageLinks } from "../list.ts";
import { ownSearchForm } from "../own-search.ts";
import { linked, name, phrase } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { dotted, type Row, rowList } from "../row.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day, dayInUtc, moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { linksOf, webUrl } from "../web-url.ts";

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

export type ConnectedApplication = {
  readonly applicationId: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly website?: string | undefined;
  readonly links?: ApplicationLinks;
  readonly ownerScreenName: string;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  readonly since: number;
  /** The beginning of the day is shown as "today" if it equals `today`. */
  readonly lastUsed: number | undefined;
  readonly unusedEnd?: number | undefined;
};

export function applicationsPage(connected: ConnectedApplications): Html {
  const { viewer, approvals, total, text, done: wasDone } = connected;
  const { titles, applications: texts } = viewer.frame.texts.account;
  const none = total === 0 && text === "";
  const said = wasDone && done(texts.done[wasDone.what](wasDone.application));
  const list = none
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : results(connected);
  const main =
    approvals.length === 0
      ? html`<article>
${said}
${list}
</article>`
      : html`${said}
<article>
${pending(viewer, approvals)}
</article>
<article>
<h2>${texts.connected}</h2>
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
<p class="quiet">${linked(texts.whatTheyAre(approvals.length), "/account/password")}</p>
${rowList(approvals.map((one, at) => approval(viewer, one, at)))}`;
}

function approval(viewer: Viewer, one: PendingApproval, at: number): Row {
  const { dates, account } = viewer.frame.texts;
  const { withEmail, pending: texts } = account.applications;
  const id = `approval-${at}`;
  return {
    ...applicationRow(viewer, { ...one, website: undefined }),
    id,
    level: 3,
    lines: [
      html`${grantText(viewer.frame, one.access)}${one.requestEmail && html` ${withEmail}`}`,
      dotted(
        one.approvedAt !== undefined && html`${texts.approved} ${moment(dates, one.approvedAt)}`,
        html`${texts.until} ${moment(dates, one.expiresAt)}`,
      ),
    ],
    actions: html`<form method="post" action="/account/applications">
${csrfField(viewer.csrf)}
<input type="hidden" name="request_token" value="${one.token}">
<div class="actions"><button type="submit" name="change" value="withdraw" class="secondary" aria-describedby="${id}">${texts.withdraw}</button></div>
</form>`,
  };
}

function results(connected: ConnectedApplications): Html {
  const { viewer, applications, total, previousHref, nextHref } = connected;
  const { account, portal } = viewer.frame.texts;
  const { nothingFound, nothingFoundAdvice, total: inAll } = portal.applications;
  return html`<p class="quiet">${account.applications.whatTheyCan}</p>
${ownSearchForm(viewer, "/account/applications", connected)}
${
  total === 0
    ? html`<p><strong>${nothingFound}</strong> ${linked(nothingFoundAdvice, "/account/applications")}</p>`
    : html`<p class="quiet">${inAll(total)}</p>
${rowList(applications.map((one) => connectedRow(connected, one)))}`
}
${pageLinks(viewer, { previousHref, nextHref })}`;
}

function connectedRow(
  { viewer, approvals, today }: ConnectedApplications,
  application: ConnectedApplication,
): Row {
  const { dates, account: all } = viewer.frame.texts;
  const texts = all.applications;
  const { access, emailGranted, since } = application;
  const id = `application-${application.applicationId}`;
  const row = applicationRow(viewer, application);
  return {
    ...row,
    id,
    level: approvals.length === 0 ? 2 : 3,
    aside: html`${row.aside}${linksOf(viewer.frame, application.links)}`,
    lines: [
      html`${grantText(viewer.frame, access)}${emailGranted && html` ${texts.withEmail}`}`,
      dotted(
        html`${texts.since} ${day(dates, since)}`,
        lastUsed(viewer, application.lastUsed, today),
      ),
      ...(application.unusedEnd === undefined
        ? []
        : [html`${texts.unusedEnd} ${day(dates, application.unusedEnd)}`]),
    ],
    actions: changeForm(viewer, application, id),
  };
}

function changeForm(
  { csrf, frame }: Viewer,
  { applicationId, access }: ConnectedApplication,
  describedBy: string,
): Html {
  const texts = frame.texts.account.applications;
  return html`<form method="post" action="/account/applications">
${csrfField(csrf)}
<input type="hidden" name="application_id" value="${applicationId}">
<div class="actions">
${access === "write" && html`<button type="submit" name="change" value="reduce" class="secondary" aria-describedby="${describedBy}">${texts.reduce}</button>`}
<button type="submit" name="change" value="revoke" class="secondary" aria-describedby="${describedBy}">${texts.revoke}</button>
</div>
</form>`;
}

/** Its name leads to its website, if it has one. */
function applicationRow(
  { frame }: Viewer,
  application: Pick<
    ConnectedApplication,
    "applicationId" | "icon" | "name" | "website" | "ownerScreenName"
  >,
): Pick<Row, "picture" | "title" | "aside"> {
  const { by } = frame.texts.account.applications;
  const website = webUrl(application.website);
  const title = name(application.name);
  return {
    picture: applicationPicture({ id: application.applicationId, icon: application.icon }),
    title: website
      ? html`<a href="${website.href}" rel="noreferrer noopener nofollow">${title}</a>`
      : title,
    aside: html`<span class="quiet">${phrase(by(`@${application.ownerScreenName}`))}</span>`,
  };
}

/** What the account's overview says of an application. */
export function usedRow(viewer: Viewer, application: ConnectedApplication, today: number): Row {
  return {
    ...applicationRow(viewer, application),
    level: 3,
    lines: [
      grantText(viewer.frame, application.access),
      lastUsed(viewer, application.lastUsed, today),
    ],
  };
}

function lastUsed({ frame: { texts } }: Viewer, used: number | undefined, today: number): Html {
  const { neverUsed, usedToday, lastUsed: on } = texts.account.applications;
  if (used === undefined) return html`${neverUsed}`;
  if (used === today) return html`${usedToday}`;
  return html`${on} ${dayInUtc(texts.dates, used)}`;
}
