/** An administrator's decision on an application, or on a change of it, that waits for approval. */
import { accessLevels } from "../../../domain/access.ts";
import type { Application } from "../../../domain/application.ts";
import { draftSeen } from "../../../domain/application-change.ts";
import { awaitedChange } from "../../../domain/approval.ts";
import { approvalRequestFields, approvalStatusFields } from "../../../domain/fields/approval.ts";
import type { ReasonProblem } from "../../../domain/operating.ts";
import type { Plan } from "../../../domain/plan.ts";
import { seenMark } from "../../../domain/seen.ts";
import { requestFacts } from "../approval-request.ts";
import { alert, tag } from "../banner.ts";
import { confirmPassword, csrfField, markedAlert, seenInput, select, textArea } from "../form.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { fold } from "../list.ts";
import { name } from "../phrase.ts";
import { type ChangeReauthentication, reauthenticationIn, type Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

export type ApprovalDecision = {
  /** As typed: a question, or a reason. */
  readonly text: string;
  readonly access: Application["access"] | undefined;
  readonly plan?: string | undefined;
  readonly problem?: ReasonProblem;
  /** The owner, or another administrator, has changed something since the form was shown. */
  readonly changedSince?: true;
};

type ChosenPlan = Pick<Plan, "name" | "isDefault">;

/** Everything that an administrator decides on. */
export function approvalSeen(application: Application): string {
  const parts = { ...approvalRequestFields, ...approvalStatusFields };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  return seenMark([draftSeen(application), ...names.map((one) => application[one] ?? null)], []);
}

/** `isAsked`: new applications wait for approval, so that one that is approved can lose it. */
export function approvalCard(
  viewer: Viewer,
  application: Application,
  more: {
    readonly isAsked: boolean;
    /** Those that it can get. */
    readonly plans: readonly ChosenPlan[];
    readonly decision: ApprovalDecision | undefined;
    readonly reauthentication: ChangeReauthentication | undefined;
  },
): Html {
  const texts = viewer.frame.texts.admin.application.approval;
  const { approval: state, approvalText } = application;
  const { decision, reauthentication } = more;
  if (state === undefined) {
    if (!more.isAsked && decision === undefined) return html``;
    const failed = reauthenticationIn(reauthentication, "decline");
    return html`<article>
${fold(
  "approval",
  texts.withdraw,
  html`<p class="quiet">${texts.withdrawHint}</p>
${requestFacts(viewer.frame, application)}
${form(viewer, application, more, failed)}`,
  decision !== undefined || failed !== undefined,
)}
</article>`;
  }
  const { question, reason } = viewer.frame.texts.portal.approval;
  const failed = (["approve", "ask", "decline"] as const)
    .map((one) => reauthenticationIn(reauthentication, one))
    .find((one) => one !== undefined);
  const isChange = awaitedChange(application) !== undefined;
  return html`<article>
<div class="titled"><h2 id="approval">${isChange ? texts.changeTitle : texts.title}</h2> ${approvalBadge(viewer.frame, application)}</div>
<p class="quiet">${isChange ? texts.changeHint : texts.hint}</p>
${approvalText !== undefined && html`<p><strong>${state === "asked" ? question : reason}</strong> ${name(approvalText)}</p>`}
${requestFacts(viewer.frame, application)}
${form(viewer, application, more, failed)}
</article>`;
}

/** `isKept`: it can get another plan, and can't lose one. */
export function planSelect(
  { frame }: Viewer,
  plans: readonly ChosenPlan[],
  more: {
    readonly id: string;
    readonly present: string | undefined;
    readonly chosen: string | undefined;
    readonly isKept: boolean;
  },
): Html {
  const { plan: texts } = frame.texts.admin.application.limits;
  const usual = plans.find(({ isDefault }) => isDefault)?.name;
  const none = { value: "", label: usual === undefined ? texts.none : texts.usual(usual) };
  return select({
    ...{ name: "plan", id: more.id, label: texts.title, chosen: more.chosen ?? "" },
    options: [
      ...(more.isKept && more.present !== undefined ? [] : [none]),
      ...plans.map(({ name }) => ({ value: name, label: name, anyScript: true as const })),
    ],
  });
}

/** Nothing for one that is approved. */
export function approvalBadge({ texts }: Frame, { approval }: Application): Html {
  if (approval === undefined) return html``;
  return tag(
    approval === "waiting" ? "soon" : "information",
    texts.portal.approval.states[approval],
  );
}

function form(
  viewer: Viewer,
  application: Application,
  { decision, plans }: Pick<Parameters<typeof approvalCard>[2], "decision" | "plans">,
  reauthentication: ReturnType<typeof reauthenticationIn>,
): Html {
  const { admin, portal } = viewer.frame.texts;
  const texts = admin.application.approval;
  const isApproved = application.approval === undefined;
  const isChange = awaitedChange(application) !== undefined;
  const problem = decision?.problem && admin.suspension.problems[decision.problem];
  const options = accessLevels.map((value) => ({
    value,
    label: portal.applications.access[value],
  }));
  return html`${decision?.changedSince && alert("approval-changed", admin.notDone, texts.changedSince)}
${problem && markedAlert(viewer.frame, "approval-problem", admin.notDone)}
${reauthenticationAlert(viewer, "approval-reauthentication", reauthentication)}
<form method="post" action="/admin/applications/${application.id}" novalidate>
${csrfField(viewer.csrf)}
${seenInput(approvalSeen(application))}
${!isApproved && !isChange && select({ name: "access", id: "approval-access", label: admin.application.access, chosen: decision?.access ?? application.access, options })}
${!isApproved && !isChange && plans.length > 0 && planSelect(viewer, plans, { id: "approval-plan", present: application.plan, chosen: decision?.plan ?? application.plan, isKept: true })}
${textArea({ name: "text", id: "approval-text", label: isApproved ? texts.because : texts.text, value: decision?.text ?? "", rows: 2, anyScript: true, optional: true, hint: texts.textHint, problem })}
${confirmPassword(viewer, reauthentication, "approval-password")}
<div class="actions">${
    !isApproved &&
    html`<button type="submit" name="change" value="approve">${texts.approve}</button>
<button type="submit" class="secondary" name="change" value="ask">${texts.ask}</button>`
  }
<button type="submit" class="secondary" name="change" value="decline">${isApproved ? texts.withdraw : texts.decline}</button></div>
</form>`;
}
