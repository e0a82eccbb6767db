import type { Application } from "../../../../domain/application.ts";
import {
  type ChangeEffect,
  draftSeen,
  effectsAgreedTo,
} from "../../../../domain/application-change.ts";
import { seenField } from "../../../../domain/seen.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { confirmPassword, csrfField, explainProof, seenInput } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { alert } from "../../../notice.ts";
import type { Person, Unproven } from "../../../person.ts";
import { phrase } from "../../../phrase.ts";
import { tabHref } from "../../application-page.ts";
import { applicationPart } from "../../application-part.ts";
import { type DraftProblems, draftFields, type TypedDraft, typedFrom } from "../../draft-fields.ts";
import { iconForms } from "./icon.ts";

export function settingsSection(person: Person, application: Application): Html {
  return html`<section id="settings" aria-labelledby="settings-title">
<h2 id="settings-title">${person.frame.texts.portal.settings.title}</h2>
${form(person, application, { typed: typedFrom(application), seen: draftSeen(application) })}
<h3>${person.frame.texts.portal.settings.icon.title}</h3>
${iconForms(person, application)}
</section>`;
}

export function settingsPage({
  person,
  application,
  changedSince,
  ...shown
}: Shown & {
  readonly person: Person;
  readonly application: Application;
  /** The settings have changed since the form was shown, so nothing was saved. */
  readonly changedSince?: boolean;
}): Html {
  const { frame } = person;
  const { draft, settings: texts } = frame.texts.portal;
  const { problems, unproven } = shown;
  const said = changedSince
    ? texts.changedSince
    : problems
      ? draft.advice
      : unproven && explainProof(frame.texts.shell.proof, unproven);
  return applicationPart(person, application, {
    tab: "settings",
    title: texts.title,
    main: html`${said && alert("problem", texts.notSaved, said)}
${form(person, application, shown)}`,
  });
}

interface Shown {
  readonly typed: TypedDraft;
  readonly seen: string;
  readonly problems?: DraftProblems;
  readonly unproven?: Unproven;
}

function form(
  person: Person,
  { id }: Application,
  { typed, seen, problems, unproven }: Shown,
): Html {
  const { frame, csrf } = person;
  return html`<form method="post" action="/portal/applications/${id}/settings">
${csrfField(csrf)}
${seenInput(seen)}
${draftFields(frame, typed, problems)}
${unproven && confirmPassword(person, unproven)}
<div class="actions"><button type="submit">${frame.texts.portal.settings.save}</button></div>
</form>`;
}

/** Before saving, the form shows the effects on what exists. */
export function settingsConfirmationPage({
  person,
  application,
  typed,
  seen,
  effects,
  unproven,
}: Omit<Shown, "problems"> & {
  readonly person: Person;
  readonly application: Application;
  readonly effects: readonly ChangeEffect[];
}): Html {
  const { portal, shell } = person.frame.texts;
  const { confirm: texts, notSaved } = portal.settings;
  const fields = {
    csrf: person.csrf,
    name: typed.name,
    description: typed.description,
    website: typed.website,
    terms_url: typed.links?.terms ?? "",
    privacy_url: typed.links?.privacy ?? "",
    support_url: typed.links?.support ?? "",
    access: typed.access ?? "",
    callbacks: typed.callbacks,
    ...(typed.requestEmail && { request_email: "on" }),
    ...(typed.signIn && { sign_in: "on" }),
    [seenField]: seen,
    confirmed: effectsAgreedTo(effects),
  };
  return applicationPart(person, application, {
    tab: "settings",
    title: texts.title,
    keepsSent: true,
    main: html`${unproven && alert("problem", notSaved, explainProof(shell.proof, unproven))}
<p>${texts.what}</p>
<ul class="plain">${effects.map((one) => html`<li>${said(texts, one)}</li>`)}</ul>
<form method="post" action="/portal/applications/${application.id}/settings">
${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
${confirmPassword(person, unproven)}
<div class="actions">
<button type="submit">${texts.save}</button>
<a class="button secondary" href="${tabHref(application.id, "settings")}">${texts.cancel}</a>
</div>
</form>`,
  });
}

function said(texts: Texts["portal"]["settings"]["confirm"], effect: ChangeEffect): Html | string {
  switch (effect.effect) {
    case "callback-removed":
      return phrase(texts.callbackRemoved(effect.callback));
    case "no-callback-left":
      return texts.noCallbackLeft;
    default:
      return texts.effects[effect.effect](effect.people);
  }
}
