import type { ReasonProblem } from "../../../domain/operating.ts";
import { seenField, seenMark } from "../../../domain/seen.ts";
import type { Texts } from "../../languages/texts.ts";
import { alert, tag } from "../banner.ts";
import { confirmPassword, csrfField, field, markedAlert, reauthenticationNotice } from "../form.ts";
import { type Html, html } from "../html.ts";
import { fold } from "../list.ts";
import { phrase } from "../phrase.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";

export type Suspension = {
  readonly of: "user" | "application";
  readonly action: string;
  readonly because: string | undefined;
  readonly input?: { readonly reason: string; readonly problem?: ReasonProblem };
  readonly reauthentication?: Reauthentication | undefined;
  /** There is another suspension than the form was shown with, so it stays. */
  readonly suspendedSince?: boolean | undefined;
};

export function suspensionSeen({
  suspendedBecause,
}: {
  readonly suspendedBecause: string | undefined;
}): string {
  return seenMark([suspendedBecause], []);
}

/** A user's. It is open if there is something to read in it. */
export function suspensionFold(viewer: Viewer, suspension: Suspension): Html {
  const { input, reauthentication, because } = suspension;
  const { title, hint } = viewer.frame.texts.admin.suspension;
  return fold(
    "suspension",
    because === undefined ? title.user : title.suspended,
    html`${because === undefined && html`<p class="quiet">${hint}</p>`}
${suspensionForm(viewer, suspension)}`,
    because !== undefined || input !== undefined || reauthentication !== undefined,
  );
}

export function suspensionForm(viewer: Viewer, suspension: Suspension): Html {
  const texts = viewer.frame.texts.admin;
  const { action, because } = suspension;
  if (because === undefined) return suspendForm(viewer, suspension);
  return html`<p>${phrase(texts.suspension.because(because))}</p>
<p class="quiet">${texts.suspension.restoreHint}</p>
${suspension.suspendedSince && alert("suspended-since", texts.notDone, texts.suspension.changedSince)}
${reauthenticationAlert(viewer, "suspension-reauthentication", suspension.reauthentication)}
<form method="post" action="${action}" id="suspension-form" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="${seenField}" value="${suspensionSeen({ suspendedBecause: because })}">
${confirmPassword(viewer, suspension.reauthentication, "suspension-password")}
<div class="actions"><button type="submit" name="change" value="restore">${texts.suspension.restore}</button></div>
</form>`;
}

function suspendForm(viewer: Viewer, { of, action, input, reauthentication }: Suspension): Html {
  const { suspension: texts, notDone } = viewer.frame.texts.admin;
  const problem = input?.problem && texts.problems[input.problem];
  return html`${problem && markedAlert(viewer.frame, "suspension-problem", notDone)}
${reauthenticationAlert(viewer, "suspension-reauthentication", reauthentication)}
<form method="post" action="${action}" id="suspension-form" novalidate>
${csrfField(viewer.csrf)}
${field({ name: "reason", label: texts.reason, type: "text", autocomplete: "off", value: input?.reason ?? "", anyScript: true, writing: "prose", hint: texts.reasonHint[of], problem })}
${confirmPassword(viewer, reauthentication, "suspension-password")}
<div class="actions"><button type="submit" name="change" value="suspend" class="danger">${texts.suspend}</button></div>
</form>`;
}

/** Nothing was done, because the proof was missing or wrong. */
export function reauthenticationAlert(
  viewer: Viewer,
  id: string,
  reauthentication: Reauthentication | undefined,
): Html | undefined {
  return reauthenticationNotice(viewer, id, viewer.frame.texts.admin.notDone, reauthentication);
}

export function stateBadge(texts: Texts, because: string | undefined): Html {
  const { states } = texts.admin;
  return because === undefined ? tag("good", states.active) : tag("now", states.suspended);
}
