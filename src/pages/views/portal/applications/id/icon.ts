import type { Application } from "../../../../../domain/application.ts";
import type { IconProblem } from "../../../../languages/english/portal/settings.ts";
import { alert } from "../../../banner.ts";
import { csrfField } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { applicationPicture } from "../../../picture.ts";
import type { Viewer } from "../../../viewer.ts";
import { applicationPart } from "../../application-page.ts";

export function iconPage({
  viewer,
  application,
  problem,
}: {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly problem?: IconProblem;
}): Html {
  const { icon: texts } = viewer.frame.texts.portal.settings;
  return applicationPart(viewer, application, {
    tab: "settings",
    title: texts.title,
    main: html`${problem && alert("problem", texts.notSaved, texts.problems[problem])}
${iconForms(viewer, application)}`,
  });
}

export function iconForms(viewer: Viewer, application: Application): Html {
  const { icon: texts } = viewer.frame.texts.portal.settings;
  const action = `/portal/applications/${application.id}/icon`;
  const hint = `icon-hint-${application.id}`;
  const form = (change: string, content?: Html) =>
    html`<form id="icon-${change}" method="post" action="${action}" enctype="multipart/form-data" novalidate${!content && html` hidden`}>
${csrfField(viewer.csrf)}
<input type="hidden" name="change" value="${change}">
${content}
</form>`;
  const hasIcon = application.icon !== undefined;
  const set = html`<label for="icon-file">${texts.choose}</label>
<input id="icon-file" name="icon" type="file" accept="image/png,image/jpeg,image/webp" required aria-describedby="${hint}">
<small id="${hint}">${texts.hint}</small>
<div class="actions">
<button type="submit" class="secondary">${texts.upload}</button>
${hasIcon && html`<button type="submit" class="secondary" form="icon-remove">${texts.remove}</button>`}
</div>`;
  return html`<div class="application">${applicationPicture(application)}
<div>
${form("set", set)}
${hasIcon && form("remove")}
</div></div>`;
}
