import type { Application } from "../../../domain/application.ts";
import type { OwnerProblem } from "../../languages/english/admin.ts";
import { confirmPassword, csrfField, markedAlert, userField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { fold } from "../list.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

export type Ownership = {
  readonly screenName: string;
  readonly problem?: OwnerProblem;
};

export function ownershipFold(
  viewer: Viewer,
  { id }: Pick<Application, "id">,
  moving: Ownership | undefined,
  reauthentication: Reauthentication | undefined,
): Html {
  const { admin } = viewer.frame.texts;
  const { move: texts } = admin.application;
  const problem = moving?.problem && texts.problems[moving.problem];
  const content = html`<p class="quiet">${texts.hint}</p>
${problem && markedAlert(viewer.frame, "owner-problem", admin.notDone)}
${reauthenticationAlert(viewer, "owner-reauthentication", reauthentication)}
<form method="post" action="/admin/applications/${id}" novalidate>
${csrfField(viewer.csrf)}
${userField({ label: texts.screenName, value: moving?.screenName, problem })}
${confirmPassword(viewer, reauthentication, "owner-password")}
<div class="actions"><button type="submit" class="danger" name="change" value="transfer">${texts.submit}</button></div>
</form>`;
  return fold(
    "owner",
    texts.submit,
    content,
    moving !== undefined || reauthentication !== undefined,
  );
}
