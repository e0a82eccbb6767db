/** The card on an application's page while its approval, or that of a change, is not decided in its favor. */
import type { Application } from "../../../domain/application.ts";
import { isUnapproved } from "../../../domain/approval.ts";
import { type ApplicationRole, roleCovers } from "../../../domain/collaborator.ts";
import type { ApprovalRequest } from "../../../domain/fields/approval.ts";
import { type RequestProblems, requestFacts, requestFields } from "../approval-request.ts";
import { tag } from "../banner.ts";
import { csrfField, markedAlert } from "../form.ts";
import { type Html, html } from "../html.ts";
import { name, phrase } from "../phrase.ts";
import type { Viewer } from "../viewer.ts";

export type ApprovalCard = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly role: ApplicationRole;
  readonly questions: readonly string[];
  readonly request?: { readonly input: ApprovalRequest; readonly problems: RequestProblems };
};

/** There is none if nothing waits. Whoever may change the application answers. */
export function approvalSection(card: ApprovalCard): readonly Html[] {
  const { viewer, application, role } = card;
  const { approval: state, approvalText } = application;
  if (state === undefined) return [];
  const texts = viewer.frame.texts.portal.approval;
  const isWhole = isUnapproved(application);
  const what = state === "waiting" && !isWhole ? texts.changeWaits : texts.what[state];
  return [
    html`<section id="approval" aria-labelledby="approval-title">
<div class="titled"><h2 id="approval-title">${texts.title}</h2> ${tag(state === "waiting" ? "information" : "soon", texts.states[state])}</div>
<p>${what} ${isWhole ? phrase(texts.ownerOnly(`@${application.ownerScreenName}`)) : texts.asBefore}</p>
${approvalText !== undefined && html`<p><strong>${state === "asked" ? texts.question : texts.reason}</strong> ${name(approvalText)}</p>`}
${state === "waiting" || !roleCovers(role, "editor") ? requestFacts(viewer.frame, application) : answerForm(card)}
${!isWhole && roleCovers(role, "editor") && takeBackForm(card)}
</section>`,
  ];
}

function answerForm({ viewer, application, questions, request }: ApprovalCard): Html {
  const texts = viewer.frame.texts.portal.approval;
  return html`${request && markedAlert(viewer.frame, "approval-problem", texts.notSent)}
<form method="post" action="/portal/applications/${application.id}" novalidate>
${csrfField(viewer.csrf)}
${requestFields(viewer.frame, questions, request?.input ?? application, request?.problems)}
<div class="actions"><button type="submit" name="change" value="request-approval">${texts.submit}</button></div>
</form>`;
}

function takeBackForm({ viewer, application }: ApprovalCard): Html {
  const texts = viewer.frame.texts.portal.approval;
  return html`<form method="post" action="/portal/applications/${application.id}">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" class="secondary" name="change" value="take-back">${texts.takeBack}</button></div>
</form>`;
}
