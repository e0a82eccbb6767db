import type { Application } from "../../../../domain/application.ts";
import type { AuditedEvent } from "../../../../domain/audit.ts";
import { waitingSchemes } from "../../../../domain/callback-schemes.ts";
import type { ReasonProblem } from "../../../../domain/operating.ts";
import type { Plan } from "../../../../domain/plan.ts";
import { seenField } from "../../../../domain/seen.ts";
import type { ApplicationDone } from "../../../languages/english/admin.ts";
import type { Sentence } from "../../../languages/sentence.ts";
import { alert, banner, done, tag } from "../../banner.ts";
import { confirmPassword, csrfField, seenInput } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { fold, number, shortFacts, table } from "../../list.ts";
import { name, phrase, plainPhrase } from "../../phrase.ts";
import { applicationPicture } from "../../picture.ts";
import type { BearerKeys } from "../../portal/applications/id/keys.ts";
import { type PageHead, signedInPage } from "../../signed-in-page.ts";
import { day, moment } from "../../time.ts";
import { type ChangeReauthentication, reauthenticationIn, type Viewer } from "../../viewer.ts";
import { type ApprovalDecision, approvalBadge, approvalCard, planSelect } from "../approval.ts";
import { containBar, containCard, type Leak, linkTo } from "../contain.ts";
import { happened } from "../event-table.ts";
import { type KeyUse, sourceTable, useChart, useFigures } from "../key-use.ts";
import { type Ownership, ownershipFold } from "../ownership.ts";
import {
  reauthenticationAlert,
  type Suspension,
  stateBadge,
  suspensionSeen,
} from "../suspension.ts";

export type ApplicationReport = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly leak: Leak;
  readonly keyUse: KeyUse;
  /** The latest ones about it. */
  readonly events: readonly AuditedEvent[];
  readonly bearer: BearerKeys;
  /** The administrator owns it or collaborates on it, so it is in the portal too. */
  readonly isInPortal?: boolean;
  readonly limits: readonly LimitShown[];
  readonly limitsSeen: string;
  /** By name. */
  readonly plans: readonly Pick<Plan, "name" | "isDefault">[];
  readonly planSeen: string;
  /** The limits have changed since the form was shown, so nothing was saved. */
  readonly limitsChanged?: boolean;
  /** The configuration turned all limits off. */
  readonly limitsAreOff: boolean;
  readonly done?: ApplicationDone | undefined;
  /** New applications wait for approval. */
  readonly asksApproval: boolean;
  readonly decision?: ApprovalDecision;
  readonly input?: Suspension["input"];
  readonly suspendedSince?: Suspension["suspendedSince"];
  readonly reauthentication?: ChangeReauthentication;
  readonly confirming?: string;
  readonly moving?: Ownership;
  /** Of the forms that revoke access, the one that was sent. */
  readonly revoking?: { readonly since: number | undefined };
  /** The folded part that a link of the head leads to. */
  readonly opened?: string | undefined;
  /** What was typed to the owner. */
  readonly message?: { readonly text: string; readonly problem?: ReasonProblem };
};

export type LimitShown = {
  readonly name: string;
  readonly usual: number;
  /** The application's own limit is as stored or typed, or empty. */
  readonly own: string;
  readonly wrong?: boolean;
};

export function applicationPage(report: ApplicationReport): Html {
  const { viewer, application, reauthentication } = report;
  const { texts } = viewer.frame;
  const { keyUse: use } = texts.admin.application;
  const { asksApproval: isAsked, decision } = report;
  const approval = approvalCard(viewer, application, {
    ...{ isAsked, decision, reauthentication, plans: report.plans },
  });
  const main = html`${report.done && doneNotice(report, report.done)}
${
  waitingSchemes(application.callbacks, application.confirmedSchemes).length > 0 &&
  banner(
    "soon",
    texts.admin.application.schemes.waiting,
    "",
    html`<a href="#schemes">${texts.admin.overview.attention.review}</a>`,
  )
}
${application.approval !== undefined && approval}
${containCard(report)}
<div class="beside">
<div>
<article>
${useFigures(viewer.frame, report.keyUse)}
</article>
<article>
<h2><a href="/admin/applications/${application.id}/requests">${use.requestsTitle}</a></h2>
${useChart(viewer.frame, report.keyUse)}
</article>
<article>
<h2 id="sources">${use.sources.title} <small>${use.sources.hint}</small></h2>
${sourceTable(viewer.frame, report.keyUse)}
</article>
${schemesCard(report)}
${application.approval === undefined && approval}
<article>
${ownershipFold(viewer, application, report.moving ?? (report.opened === "owner" ? { screenName: "" } : undefined), reauthenticationIn(reauthentication, "transfer"))}
${limitsFold(report)}
</article>
</div>
<div>
<article>
<h2>${use.facts}</h2>
${settings(report)}
</article>
<article>
<h2>${use.events}</h2>
${latestEvents(report)}
</article>
</div>
</div>
${containBar(report)}`;
  const title = plainPhrase(texts.admin.application.title(application.name));
  return signedInPage(viewer, {
    area: "admin",
    here: "applications",
    title,
    head: headOf(report),
    main,
    crumbs: [],
  });
}

function headOf({ viewer, application }: ApplicationReport): PageHead {
  const { texts } = viewer.frame;
  const { contain, move } = texts.admin.application;
  return {
    picture: applicationPicture(application),
    heading: name(application.name),
    aside: html`${stateBadge(texts, application.suspendedBecause)} ${approvalBadge(viewer.frame, application)}`,
    line: html`<a href="/admin/users/${application.ownerId}">${name(`@${application.ownerScreenName}`)}</a> · <code>${application.consumerKey}</code>`,
    end: html`<p class="actions incident"><a class="button secondary" href="${linkTo(application, "tell")}">${contain.tell.title}</a>
<a class="button secondary" href="${linkTo(application, "owner")}">${move.submit}</a>
<a class="button secondary choose" href="#contain">${contain.title}…</a></p>`,
  };
}

/** A suspension can be undone at once, and says whether the owner hears of it. */
function doneNotice({ viewer, application, leak }: ApplicationReport, what: ApplicationDone): Html {
  const { admin } = viewer.frame.texts;
  const { done: texts, contain } = admin.application;
  const because = application.suspendedBecause;
  const owner = `@${application.ownerScreenName}`;
  const isTold = what === "suspended" || what === "secret-revoked" || what === "owner-notified";
  const told =
    leak.ownerEmail === undefined ? contain.tell.noAddress(owner) : contain.tell.emailed(owner);
  const said: Sentence = isTold ? [texts[what], " ", ...told] : [texts[what]];
  if (what !== "suspended" || because === undefined) return done(said);
  const undo = html`<form method="post" action="/admin/applications/${application.id}">
${csrfField(viewer.csrf)}
<input type="hidden" name="${seenField}" value="${suspensionSeen({ suspendedBecause: because })}">
<button type="submit" class="secondary" name="change" value="restore">${contain.suspend.undo}</button>
</form>`;
  return done(said, "good", undo);
}

function latestEvents({ viewer, application, events }: ApplicationReport): Html {
  const { audit, dates, admin } = viewer.frame.texts;
  return html`<ul class="plain">${events.map(
    (one) =>
      html`<li><a class="action" href="/admin/audit/${one.id}">${moment(dates, one.at)}</a><br>${happened(one, audit)}${one.actorScreenName !== undefined && html` <small>${name(`@${one.actorScreenName}`)}</small>`}</li>`,
  )}</ul>
<p><a class="action" href="/admin/audit?application=${application.consumerKey}">${admin.whatHappened}</a></p>`;
}

function settings({ viewer, application, isInPortal }: ApplicationReport): Html {
  const { dates, admin, shell } = viewer.frame.texts;
  const texts = admin.application;
  const { callbacks } = application;
  const yesOrNo = (is: boolean) => (is ? admin.yes : admin.no);
  const text = (value: string) => (value === "" ? admin.nothing : name(value));
  return html`${shortFacts(
    [
      [admin.id, html`<code>${application.id}</code>`],
      [admin.made, day(dates, application.createdAt)],
      [texts.secretSet, day(dates, application.secretSetAt)],
      [texts.access, texts.levels[application.access]],
      [texts.signIn, yesOrNo(application.signIn)],
      [texts.requestEmail, yesOrNo(application.requestEmail)],
      [texts.requireSha256, yesOrNo(application.requireSha256)],
      [
        texts.networks,
        application.networks.length === 0
          ? texts.everyNetwork
          : html`${application.networks.map((one) => html`<code dir="ltr">${one}</code> `)}${application.networksForBearer && texts.bearerOnly}`,
      ],
    ],
    [
      [texts.website, text(application.website)],
      [texts.description, text(application.description)],
      [
        texts.callbacks,
        callbacks.length === 0
          ? texts.noCallbacks
          : html`<ul class="plain">${callbacks.map((one) => html`<li>${name(one)}</li>`)}</ul>`,
      ],
    ],
  )}
${isInPortal && html`<p><a class="action" href="/portal/applications/${application.id}">${shell.areas.portal}</a></p>`}`;
}

/** Each waiting scheme has a form. Without one there is no card. */
function schemesCard({ viewer, application, confirming, ...report }: ApplicationReport) {
  const reauthentication = reauthenticationIn(report.reauthentication, "confirm-scheme");
  const waiting = waitingSchemes(application.callbacks, application.confirmedSchemes);
  if (waiting.length === 0) return "";
  const texts = viewer.frame.texts.admin.application.schemes;
  return html`<article>
<h2 id="schemes">${texts.title}</h2>
<p class="quiet">${texts.hint}</p>
${waiting.map((scheme) => {
  const failed = confirming === scheme ? reauthentication : undefined;
  return html`<form method="post" action="/admin/applications/${application.id}" novalidate>
${reauthenticationAlert(viewer, "schemes-reauthentication", failed)}
${csrfField(viewer.csrf)}
<input type="hidden" name="scheme" value="${scheme}">
${confirmPassword(viewer, failed, `scheme-password-${scheme}`)}
<div class="actions"><button type="submit" name="change" value="confirm-scheme"${waiting.length > 1 && html` class="secondary"`}>${phrase(texts.confirm(scheme))}</button></div>
</form>`;
})}
</article>`;
}

function limitsFold(report: ApplicationReport): Html {
  const { viewer, application, limits, limitsAreOff, limitsChanged = false } = report;
  const reauthentication = reauthenticationIn(report.reauthentication, "set-limits");
  const { limits: texts } = viewer.frame.texts.admin.application;
  const columns = [texts.operation, texts.usual, texts.own];
  const rows = limits.map((one) => limitRow(viewer, one));
  const areWrong = limits.some((one) => one.wrong);
  const content = html`<p class="quiet">${texts.hint}</p>
${limitsAreOff && banner("information", texts.off, "")}
${areWrong && alert("limits-problem", viewer.frame.texts.admin.notDone, texts.problem)}
${limitsChanged && alert("limits-changed", viewer.frame.texts.admin.notDone, texts.changedSince)}
${reauthenticationAlert(viewer, "limits-reauthentication", reauthentication)}
<form method="post" action="/admin/applications/${application.id}" novalidate>
${csrfField(viewer.csrf)}
${seenInput(report.limitsSeen)}
${table(texts.title, columns, rows)}
${confirmPassword(viewer, reauthentication, "limits-password")}
<div class="actions"><button type="submit" name="change" value="set-limits">${texts.save}</button></div>
</form>`;
  return fold(
    "set-limits",
    texts.title,
    html`${report.plans.length > 0 && planForm(report)}${content}`,
    areWrong ||
      limitsChanged ||
      reauthentication !== undefined ||
      reauthenticationIn(report.reauthentication, "set-plan") !== undefined,
    limitsAreOff && tag("information", texts.areOff),
  );
}

function planForm({
  viewer,
  application,
  plans,
  planSeen,
  reauthentication: asked,
}: ApplicationReport) {
  const { plan: texts } = viewer.frame.texts.admin.application.limits;
  const reauthentication = reauthenticationIn(asked, "set-plan");
  return html`<form method="post" action="/admin/applications/${application.id}" novalidate>
${reauthenticationAlert(viewer, "plan-reauthentication", reauthentication)}
${csrfField(viewer.csrf)}
${seenInput(planSeen)}
${planSelect(viewer, plans, { id: "plan", present: application.plan, chosen: application.plan, isKept: false })}
${confirmPassword(viewer, reauthentication, "plan-password")}
<div class="actions"><button type="submit" name="change" value="set-plan">${texts.save}</button></div>
</form>`;
}

function limitRow({ frame }: Viewer, limit: LimitShown) {
  const { limits: texts } = frame.texts.admin.application;
  const wrong = limit.wrong && html` aria-invalid="true" aria-describedby="limits-problem"`;
  return [
    html`<code>${limit.name}</code>`,
    number(frame, limit.usual),
    html`<input name="${limit.name}" type="text" inputmode="numeric" maxlength="9" value="${limit.own}" autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" aria-label="${texts.ownFor(limit.name)}"${wrong}>`,
  ];
}
