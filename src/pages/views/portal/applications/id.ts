import type { Application } from "../../../../domain/application.ts";
import type { ApplicationRole } from "../../../../domain/collaborator.ts";
import type { Ending } from "../../../../domain/ending.ts";
import type { UsageCount } from "../../../../domain/usage.ts";
import { totalsOf, usagePeriods } from "../../../../domain/usage-periods.ts";
import { type Html, html } from "../../html.ts";
import { facts, number } from "../../list.ts";
import { name } from "../../phrase.ts";
import { copied } from "../../scripts.ts";
import { day } from "../../time.ts";
import type { Viewer } from "../../viewer.ts";
import { webUrl } from "../../web-url.ts";
import { type ApprovalCard, approvalSection } from "../approval.ts";
import { endingsSection } from "../endings.ts";
import { type FirstCall, firstCallSteps } from "../first-call.ts";
import { maxUsersCounted } from "./id/delete.ts";
import { unauthenticated } from "./id/usage.ts";

export type Overview = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly role: ApplicationRole;
  /** The requests are those of the last day. */
  readonly uses: readonly UsageCount[];
  /** The number of users with access is counted no further than `maxUsersCounted`. */
  readonly users: number;
  /** Undefined if it has none, and none is the default one. */
  readonly plan?: string | undefined;
  readonly now: number;
  /** This is undefined unless the application is new, and its user may run its programs. */
  readonly firstCall?: FirstCall | undefined;
  readonly endings?: readonly Ending[];
} & Pick<ApprovalCard, "questions" | "request">;

export function overviewSections(overview: Overview): readonly Html[] {
  const { viewer, application, role, uses, users, plan, now, firstCall, endings = [] } = overview;
  const { frame } = viewer;
  const { dates, portal } = frame.texts;
  const texts = portal.application;
  const website = webUrl(application.website);
  const totals = totalsOf(usagePeriods.day, uses, now);
  const { requests, rejected } = totals;
  const figure = (title: string, count: number, more = "", note?: Html) =>
    html`<div><dt>${title}</dt><dd><data value="${count}">${number(frame, count)}${more}</data>${note}</dd></div>`;
  const steps =
    firstCall === undefined ? [] : [firstCallSteps(frame.texts, application.id, firstCall)];
  const section = html`<section id="overview" aria-labelledby="overview-title">
<h2 id="overview-title" class="unseen">${texts.tabs.overview}</h2>
<dl class="figures">${figure(texts.requests, requests.count)}${figure(texts.rejected, rejected.count, "", unauthenticated(portal.usage, totals))}${figure(texts.users, users, users >= maxUsersCounted ? "+" : "")}</dl>
${facts([
  [
    texts.consumerKey,
    html`<code${copied(frame.texts.shell.script.copies.consumerKey)} dir="ltr" id="consumer-key">${application.consumerKey}</code>`,
  ],
  [texts.owner, name(`@${application.ownerScreenName}`)],
  ...(role === "owner" ? [] : ([[texts.role, portal.collaborators.roles[role]]] as const)),
  [texts.access, portal.applications.access[application.access]],
  ...(plan === undefined
    ? []
    : [
        [
          texts.plan,
          html`<a class="action" href="/portal/applications/${application.id}/usage">${name(plan)}</a>`,
        ] as const,
      ]),
  [texts.made, day(dates, application.createdAt)],
  ...(website
    ? ([
        [
          texts.website,
          html`<a href="${website.href}" rel="noreferrer noopener nofollow">${name(website.host)}</a>`,
        ],
      ] as const)
    : []),
])}
</section>`;
  const ending = endings.length === 0 ? [] : [endingsSection(viewer, endings, now)];
  return [...approvalSection(overview), ...ending, ...steps, section];
}
