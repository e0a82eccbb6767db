import type { Application } from "../../../../domain/application.ts";
import { waitingSchemes } from "../../../../domain/callback-schemes.ts";
import type { ApplicationDone } from "../../../languages/english/admin.ts";
import { alert, banner, done, tag } from "../../banner.ts";
import { confirmPassword, csrfField, seenInput } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { fold, number, shortFacts, table } from "../../list.ts";
import { name, phrase, plainPhrase } from "../../phrase.ts";
import { applicationPicture } from "../../picture.ts";
import { type BearerKeys, bearerStands, hasBearer } from "../../portal/applications/id/keys.ts";
import { signedInPage } from "../../signed-in-page.ts";
import { day } from "../../time.ts";
import { type ChangeReauthentication, reauthenticationIn, type Viewer } from "../../viewer.ts";
import { type Ownership, ownershipFold } from "../ownership.ts";
import {
  reauthenticationAlert,
  type Suspension,
  stateBadge,
  suspensionFold,
} from "../suspension.ts";

export type ApplicationReport = {
  readonly viewer: Viewer;
  readonly application: Application;
  /** The number of users who have granted it access is counted up to `most`. */
  readonly grants: { readonly count: number; readonly most: number };
  readonly bearer: BearerKeys;
  /** The administrator owns it or collaborates on it, so it is in the portal too. */
  readonly isInPortal?: boolean;
  readonly limits: readonly LimitShown[];
  readonly limitsSeen: string;
  /** The limits have changed since the form was shown, so nothing was saved. */
  readonly limitsChanged?: boolean;
  /** The configuration turned all limits off. */
  readonly limitsAreOff: boolean;
  readonly done?: ApplicationDone | undefined;
  readonly input?: Suspension["input"];
  readonly suspendedSince?: Suspension["suspendedSince"];
  readonly reauthentication?: ChangeReauthentication;
  readonly confirming?: string;
  readonly moving?: Ownership;
};

export type LimitShown = {
  readonly name: string;
  readonly usual: number;
  /** The application's own limit is as stored or typed, or empty. */
  readonly own: string;
  readonly wrong?: boolean;
};

export function applicationPage(report: ApplicationReport): Html {
  const { viewer, application, input, reauthentication } = report;
  const { texts } = viewer.frame;
  const main = html`<article>
<header class="application">
${applicationPicture(application)}
<div class="titled"><h1>${name(application.name)}</h1>
${stateBadge(texts, application.suspendedBecause)}</div>
</header>
${report.done && done(texts.admin.application.done[report.done])}
${
  waitingSchemes(application.callbacks, application.confirmedSchemes).length > 0 &&
  banner(
    "soon",
    texts.admin.application.schemes.waiting,
    "",
    html`<a href="#schemes">${texts.admin.overview.attention.review}</a>`,
  )
}
${suspensionFold(viewer, {
  of: "application",
  action: `/admin/applications/${application.id}`,
  because: application.suspendedBecause,
  suspendedSince: report.suspendedSince,
  ...(input && { input }),
  reauthentication: reauthenticationIn(reauthentication, "suspend", "restore"),
})}
${settings(report)}
</article>
${schemesCard(report)}
<article>
${bearerFold(report)}
${ownershipFold(viewer, application, report.moving, reauthenticationIn(reauthentication, "transfer"))}
${limitsFold(report)}
</article>`;
  const title = plainPhrase(texts.admin.application.title(application.name));
  return signedInPage(viewer, { area: "admin", here: "applications", title, main, crumbs: [] });
}

function settings({ viewer, application, grants, isInPortal }: ApplicationReport): Html {
  const { dates, admin, shell } = viewer.frame.texts;
  const texts = admin.application;
  const { ownerId, ownerScreenName, callbacks } = application;
  const yesOrNo = (is: boolean) => (is ? admin.yes : admin.no);
  const text = (value: string) => (value === "" ? admin.nothing : name(value));
  const { count, most } = grants;
  return html`${shortFacts(
    [
      [
        admin.applications.owner,
        html`<a class="action" href="/admin/users/${ownerId}">${name(`@${ownerScreenName}`)}</a>`,
      ],
      [texts.consumerKey, html`<code>${application.consumerKey}</code>`],
      [admin.id, html`<code>${application.id}</code>`],
      [admin.made, day(dates, application.createdAt)],
      [texts.secretSet, day(dates, application.secretSetAt)],
      [texts.grants, count >= most ? admin.user.atLeast(most) : number(viewer.frame, count)],
      [texts.access, texts.levels[application.access]],
      [texts.signIn, yesOrNo(application.signIn)],
      [texts.requestEmail, yesOrNo(application.requestEmail)],
      [texts.requireSha256, yesOrNo(application.requireSha256)],
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
<p><a class="action" href="/admin/audit?application=${application.consumerKey}">${admin.whatHappened}</a>
${isInPortal && html`<a class="action" href="/portal/applications/${application.id}">${shell.areas.portal}</a>`}</p>`;
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

function bearerFold({ viewer, application, bearer, reauthentication }: ApplicationReport) {
  if (!hasBearer(bearer)) return "";
  const texts = viewer.frame.texts.admin.application.bearer;
  const problem = reauthenticationIn(reauthentication, "revoke-bearer-token");
  const content = html`${bearerStands(viewer.frame, bearer)}
<p class="quiet">${texts.hint}</p>
${reauthenticationAlert(viewer, "bearer-reauthentication", problem)}
<form method="post" action="/admin/applications/${application.id}" novalidate>
${csrfField(viewer.csrf)}
${confirmPassword(viewer, problem, "bearer-password")}
<div class="actions"><button type="submit" class="danger" name="change" value="revoke-bearer-token">${texts.end}</button></div>
</form>`;
  return fold("bearer", texts.title, content, problem !== undefined);
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
    content,
    areWrong || limitsChanged || reauthentication !== undefined,
    limitsAreOff && tag("information", texts.areOff),
  );
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
