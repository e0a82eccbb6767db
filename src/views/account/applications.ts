import type { AccessLevel } from "../../domain/access.ts";
import { applicationIcon } from "../application-icon.ts";
import { type Html, html } from "../html.ts";
import { name, phrase } from "../phrase.ts";
import { type Account, accountPage, csrfField, nextPage, time } from "./account-page.ts";

export type ConnectedApplications = {
  readonly account: Account;
  readonly applications: readonly ConnectedApplication[];
  readonly nextHref?: string;
};

type ConnectedApplication = {
  readonly applicationId: string;
  readonly name: string;
  readonly ownerScreenName: string;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  readonly since: number;
};

export function applicationsPage({ account, applications, nextHref }: ConnectedApplications): Html {
  const texts = account.frame.texts.account.applications;
  const list =
    applications.length === 0
      ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
      : html`<p class="quiet">${texts.whatTheyCan}</p>
<ul class="items">${applications.map((one) => item(account, one))}</ul>`;
  const title = account.frame.texts.account.titles.applications;
  const main = html`<article>
<h1>${title}</h1>
${list}
${nextPage(account, nextHref)}
</article>`;
  return accountPage(account, "applications", main);
}

function item(account: Account, application: ConnectedApplication): Html {
  const { dates, account: all } = account.frame.texts;
  const texts = all.applications;
  const { applicationId, access, emailGranted, since } = application;
  const heading = `application-${applicationId}`;
  return html`<li>
<div class="application">
${applicationIcon(application.name)}
<div>
<h2 id="${heading}">${name(application.name)}</h2>
<p class="quiet">${phrase(texts.by(`@${application.ownerScreenName}`))}</p>
<p>${texts.access[access]}${emailGranted && html` ${texts.withEmail}`}</p>
<p class="quiet">${texts.since} ${time(since, dates.day(since))}</p>
</div>
</div>
<form method="post" action="/account">
${csrfField(account.csrf)}
<input type="hidden" name="application_id" value="${applicationId}">
<div class="actions">
${access === "write" && html`<button type="submit" name="change" value="reduce" class="secondary" aria-describedby="${heading}">${texts.reduce}</button>`}
<button type="submit" name="change" value="revoke" class="danger" aria-describedby="${heading}">${texts.revoke}</button>
</div>
</form>
</li>`;
}
