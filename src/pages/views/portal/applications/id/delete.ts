import type { Application } from "../../../../../domain/application.ts";
import type { DeletionProblem } from "../../../../languages/english/portal/applications.ts";
import {
  confirmPassword,
  csrfField,
  field,
  markedAlert,
  reauthenticationNotice,
} from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { phraseToType } from "../../../phrase.ts";
import type { Reauthentication, Viewer } from "../../../viewer.ts";
import { applicationPart, cancelLink } from "../../application-page.ts";
import { type Transfer, transferContent } from "./transfer.ts";

export type Deletion = {
  readonly viewer: Viewer;
  readonly application: Application;
  /** The number of users with access is counted no further than `maxUsersCounted`. */
  readonly users: number;
  readonly input?: string;
  readonly problem?: DeletionProblem;
  readonly reauthentication?: Reauthentication;
};

export const maxUsersCounted = 1_000;

export function dangerSection(deletion: Deletion & Transfer): Html {
  const { portal } = deletion.viewer.frame.texts;
  return html`<section id="danger" aria-labelledby="danger-title">
<h2 id="danger-title">${portal.application.tabs.delete}</h2>
<ul class="items">
<li><h3>${portal.transfer.title}</h3>
${transferContent(deletion)}</li>
<li><h3>${portal.deletion.title}</h3>
${content(deletion)}</li>
</ul>
</section>`;
}

/** What was typed does not delete. */
export function deletionPage(deletion: Deletion): Html {
  const { title, notDeleted } = deletion.viewer.frame.texts.portal.deletion;
  const { problem, reauthentication, viewer } = deletion;
  return applicationPart(viewer, deletion.application, {
    tab: "delete",
    title,
    main: html`${problem ? markedAlert(viewer.frame, "problem", notDeleted) : reauthenticationNotice(viewer, "problem", notDeleted, reauthentication)}
${content(deletion, cancelLink(viewer, deletion.application, "delete"))}`,
  });
}

function content(
  { viewer, application, users, input = "", problem, reauthentication }: Deletion,
  cancel?: Html,
): Html {
  const texts = viewer.frame.texts.portal.deletion;
  const used = users === 0 ? texts.noUsers : texts.users(users, users >= maxUsersCounted);
  return html`<p>${texts.forGood}</p>
<p>${used}</p>
<form method="post" action="/portal/applications/${application.id}/delete" novalidate>
${csrfField(viewer.csrf)}
${field({ name: "typed_name", label: phraseToType(texts.typeName(application.name)), type: "text", autocomplete: "off", value: input, anyScript: true, problem: problem && texts.problems[problem] })}
${confirmPassword(viewer, reauthentication, "deletion-password")}
<div class="actions"><button type="submit" class="danger">${texts.submit}</button>${cancel}</div>
</form>`;
}
