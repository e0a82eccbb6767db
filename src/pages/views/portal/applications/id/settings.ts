import type { Application } from "../../../../../domain/application.ts";
import {
  type ChangeEffect,
  draftSeen,
  effectsAgreedTo,
} from "../../../../../domain/application-change.ts";
import { seenField } from "../../../../../domain/seen.ts";
import { alert } from "../../../banner.ts";
import { effectSentence } from "../../../change-effect.ts";
import {
  checkbox,
  confirmPassword,
  csrfField,
  markedAlert,
  reauthenticationNotice,
  seenInput,
} from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { phrase } from "../../../phrase.ts";
import type { Reauthentication, Viewer } from "../../../viewer.ts";
import { applicationPart, cancelLink, tabHref } from "../../application-page.ts";
import {
  type DraftProblems,
  draftFields,
  networkFields,
  sentFields,
  type TypedDraft,
  typedFrom,
} from "../../draft-fields.ts";
import { consentPreview, type Previewed } from "../../preview.ts";
import { iconForms } from "./icon.ts";

export function settingsSections(place: Place): readonly Html[] {
  const { viewer, application } = place;
  const { application: names, settings: texts } = viewer.frame.texts.portal;
  const section = (id: string, title: string, content: Html) =>
    html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>`;
  const fields = form(place, { input: typedFrom(application), seen: draftSeen(application) });
  const last = html`<p>${texts.last}</p>
<div class="actions"><a class="button secondary" href="${tabHref(application.id, "delete")}">${names.tabs.delete}</a></div>`;
  return [
    section("settings", texts.title, fields),
    section("icon", texts.icon.title, iconForms(viewer, application)),
    ...(application.ownerScreenName === viewer.screenName
      ? [section("last", names.tabs.delete, last)]
      : []),
  ];
}

/** The preview of what is saved. */
export function settingsPreview({
  viewer,
  application,
  previewed,
}: Pick<Place, "viewer" | "application"> & { readonly previewed: Previewed }): Html {
  return consentPreview(viewer, typedFrom(application), previewed);
}

export function settingsPage({
  changedSince,
  ...draft
}: Shown &
  Place & {
    readonly previewed: Previewed;
    /** The settings have changed since the form was shown, so nothing was saved. */
    readonly changedSince?: boolean;
  }): Html {
  const { viewer, application, problems, reauthentication } = draft;
  const { frame } = viewer;
  const { settings: texts } = frame.texts.portal;
  const problem = changedSince
    ? alert("problem", texts.notSaved, texts.changedSince)
    : problems
      ? markedAlert(frame, "problem", texts.notSaved)
      : reauthenticationNotice(viewer, "problem", texts.notSaved, reauthentication);
  return applicationPart(viewer, application, {
    tab: "settings",
    title: texts.title,
    main: html`${problem}
${form(draft, draft)}`,
    beside: consentPreview(viewer, draft.input, draft.previewed),
  });
}

interface Place {
  readonly viewer: Viewer;
  readonly application: Application;
  /** Whether the service accepts a signature method with SHA-256 or better. */
  readonly acceptsSha256: boolean;
}

interface Shown {
  readonly input: TypedDraft;
  readonly seen: string;
  readonly problems?: DraftProblems;
  readonly reauthentication?: Reauthentication;
}

function form(place: Place, { input, seen, problems, reauthentication }: Shown): Html {
  const { viewer, application } = place;
  const { frame, csrf } = viewer;
  return html`<form method="post" action="/portal/applications/${application.id}/settings" novalidate>
${csrfField(csrf)}
${seenInput(seen)}
${draftFields(frame, input, problems)}
${sha256Choice(place, input)}
${networkFields(frame, input, problems)}
${reauthentication && confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit">${frame.texts.portal.settings.save}</button></div>
</form>`;
}

/** It is offered if it can work, or to be turned off. */
function sha256Choice({ viewer, acceptsSha256 }: Place, { requireSha256 = false }: TypedDraft) {
  if (!acceptsSha256 && !requireSha256) return "";
  const texts = viewer.frame.texts.portal.settings.sha256;
  return checkbox({
    name: "require_sha256",
    label: texts.label,
    checked: requireSha256,
    hint: texts.hint,
    problem: !acceptsSha256 && texts.notAccepted,
  });
}

/** Before saving, the form shows the effects on what exists. */
export function settingsConfirmationPage({
  viewer,
  application,
  input,
  seen,
  effects,
  reauthentication,
}: Omit<Shown, "problems"> & {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly effects: readonly ChangeEffect[];
}): Html {
  const { confirm: texts, notSaved } = viewer.frame.texts.portal.settings;
  const fields = {
    ...sentFields(input),
    [seenField]: seen,
    confirmed: effectsAgreedTo(effects),
  };
  return applicationPart(viewer, application, {
    tab: "settings",
    title: texts.title,
    keepsSent: true,
    main: html`${reauthenticationNotice(viewer, "problem", notSaved, reauthentication)}
<p>${texts.what}</p>
<ul class="plain">${effects.map((one) => html`<li>${phrase(effectSentence(texts, one))}</li>`)}</ul>
<form method="post" action="/portal/applications/${application.id}/settings" novalidate>
${csrfField(viewer.csrf)}${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
${confirmPassword(viewer, reauthentication)}
<div class="actions">
<button type="submit">${texts.save}</button>
${cancelLink(viewer, application, "settings")}
</div>
</form>`,
  });
}
