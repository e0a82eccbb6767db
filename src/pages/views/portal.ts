import { isUnapproved } from "../../domain/approval.ts";
import { dayMs } from "../../domain/day.ts";
import type { ApprovalStatus } from "../../domain/fields/approval.ts";
import type { ApplicationOrder, OwnApplication } from "../../domain/own-applications.ts";
import type { UsageCount } from "../../domain/usage.ts";
import { requestsIn, seriesOf, totalsOf, usagePeriods } from "../../domain/usage-periods.ts";
import { banner, done } from "./banner.ts";
import { sparkline } from "./chart.ts";
import { type Html, html } from "./html.ts";
import { pageLinks } from "./list.ts";
import { ownSearchForm } from "./own-search.ts";
import { linked, name } from "./phrase.ts";
import { applicationPicture } from "./picture.ts";
import { stateBadge } from "./portal/application-page.ts";
import { dotted, type Row, rowList } from "./row.ts";
import { copied } from "./scripts.ts";
import { signedInPage } from "./signed-in-page.ts";
import { dayInUtc } from "./time.ts";
import type { Viewer } from "./viewer.ts";

export type Applications = {
  readonly viewer: Viewer;
  readonly applications: readonly ListedApplication[];
  readonly total: number;
  readonly text: string;
  readonly order: ApplicationOrder;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
  readonly invited?: boolean;
  readonly deleted?: boolean;
  /** The example calls of an empty list go there. */
  readonly baseUrl: string;
  readonly now: number;
};

type ListedApplication = Pick<
  OwnApplication,
  | "id"
  | "icon"
  | "name"
  | "consumerKey"
  | "access"
  | "suspendedBecause"
  | "role"
  | "lastUsedDay"
  | keyof ApprovalStatus
> & {
  /** The requests of the last day by hour. */
  readonly uses: readonly UsageCount[];
  /** When what it uses, or all of it, ends. */
  readonly endsAt?: number | undefined;
};

/** The user owns these applications or works on them. */
export function myApplicationsPage(list: Applications): Html {
  const { viewer, total, text, deleted, invited } = list;
  const { applications: texts, invitations } = viewer.frame.texts.portal;
  const create = html`<a class="button" href="/portal/create">${texts.create}</a>`;
  const none = total === 0 && text === "";
  const { waiting } = invitations;
  const main = html`<article>
${deleted && done(texts.deleted)}
${invited && banner("information", waiting.what, html`${waiting.advice} <a href="/portal/invitations">${invitations.title}</a>`)}
${none ? firstSteps(list) : results(list)}
</article>`;
  return signedInPage(viewer, {
    area: "portal",
    here: "applications",
    title: texts.title,
    head: { end: !none && create },
    main,
  });
}

function firstSteps({ viewer, baseUrl }: Applications): Html {
  const { applications: texts } = viewer.frame.texts.portal;
  const { create, call, follow } = texts.steps;
  const program = `curl -u "$CONSUMER_KEY:$CONSUMER_SECRET" \\
  -d grant_type=client_credentials ${baseUrl}/oauth2/token`;
  return html`<h2>${texts.none}</h2>
<ol class="steps">
<li><strong>${create.what}</strong><p class="quiet">${create.how}</p></li>
<li><strong>${call.what}</strong><p class="quiet">${call.how}</p>
<pre><code${copied(viewer.frame.texts.shell.script.copies.command)} dir="ltr">${program}</code></pre></li>
<li><strong>${follow.what}</strong><p class="quiet">${follow.how}</p></li>
</ol>
<p class="actions"><a class="button" href="/portal/create">${texts.create}</a> <a class="button secondary" href="/docs">${viewer.frame.texts.shell.sections.portal.docs}</a></p>`;
}

function results(list: Applications): Html {
  const { viewer, applications, total } = list;
  const texts = viewer.frame.texts.portal.applications;
  const { previousHref, nextHref } = list;
  return html`${ownSearchForm(viewer, "/portal", list)}
${
  total === 0
    ? html`<p><strong>${texts.nothingFound}</strong> ${linked(texts.nothingFoundAdvice, "/portal")}</p>`
    : html`<p class="quiet">${texts.total(total)}</p>
${rowList(applications.map((one) => applicationRow(list, one)))}`
}
${pageLinks(viewer, { previousHref, nextHref })}`;
}

function applicationRow({ viewer, now }: Applications, application: ListedApplication): Row {
  const { dates, portal } = viewer.frame.texts;
  const { applications: texts, collaborators, usage } = portal;
  const { consumerKey, access, uses, role, suspendedBecause, endsAt } = application;
  const { requests, rejected } = totalsOf(usagePeriods.day, uses, now);
  const isActive = suspendedBecause === undefined && !isUnapproved(application);
  const used = application.lastUsedDay;
  return {
    picture: applicationPicture(application),
    title: name(application.name),
    href: `/portal/applications/${application.id}`,
    level: 2,
    aside: isActive ? undefined : stateBadge(texts, application),
    lines: [
      dotted(
        html`<code>${consumerKey}</code>`,
        role !== "owner" && collaborators.roles[role],
        texts.access[access],
        used === undefined
          ? texts.neverCalled
          : html`${texts.lastCall} ${dayInUtc(dates, used * dayMs)}`,
      ),
      endsAt !== undefined && html`<span>${texts.usesEnd} ${dayInUtc(dates, endsAt)}</span>`,
      suspendedBecause && html`<span>${texts.suspendedBecause} ${name(suspendedBecause)}</span>`,
    ],
    actions: html`<p class="use">${requests.count > 0 && sparkline(requestsIn(seriesOf(usagePeriods.day, uses, now)))}<span class="quiet">${texts.requests(requests.count)}${rejected.count > 0 && html`<br>${texts.rejected(usage.why.percent(rejected.count / requests.count))}`}</span></p>`,
  };
}
