import type { Application } from "../../../domain/application.ts";
import { type ChangeEffect, effectsAgreedTo } from "../../../domain/application-change.ts";
import type { SettingsTexts } from "../../../languages/texts/portal/settings.ts";
import { confirmPassword, csrfField, explainProof } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { alert } from "../../notice.ts";
import type { Person } from "../../person.ts";
import { phrase } from "../../phrase.ts";
import { applicationPart } from "../application-part.ts";
import { type DraftProblems, draftFields, type TypedDraft, typedFrom } from "../draft-fields.ts";
import type { ApplicationSection } from "./section.ts";

export const settings: ApplicationSection = {
  id: "settings",
  title: (texts) => texts.settings.title,
  show: ({ person, application }) => html`<section id="settings" aria-labelledby="settings-title">
<h2 id="settings-title">${person.frame.texts.portal.settings.title}</h2>
${form(person, application, typedFrom(application))}
</section>`,
};

/** The settings alone, when what was sent could not be saved. */
export function settingsPage({
  person,
  application,
  typed,
  problems,
  unproven,
}: {
  readonly person: Person;
  readonly application: Application;
  readonly typed: TypedDraft;
  readonly problems?: DraftProblems;
  readonly unproven?: Unproven;
}): Html {
  const { frame } = person;
  const { draft, settings: texts } = frame.texts.portal;
  const said = problems
    ? draft.advice
    : unproven && explainProof(frame.texts.shell.proof, unproven);
  return applicationPart(person, application, {
    title: texts.title,
    main: html`${said && alert("problem", texts.notSaved, said)}
${form(person, application, typed, problems, unproven)}`,
  });
}

type Unproven = Parameters<typeof confirmPassword>[1];

function form(
  person: Person,
  { id }: Application,
  typed: TypedDraft,
  problems?: DraftProblems,
  unproven?: Unproven,
): Html {
  const { frame, csrf } = person;
  return html`<form method="post" action="/portal/applications/${id}/settings">
${csrfField(csrf)}
${draftFields(frame, typed, problems)}
${unproven && confirmPassword(person, unproven)}
<div class="actions"><button type="submit">${frame.texts.portal.settings.save}</button></div>
</form>`;
}

/** What saving would do to what exists, before it is saved; its form says the same once more. */
export function settingsConfirmationPage({
  person,
  application,
  typed,
  effects,
  unproven,
}: {
  readonly person: Person;
  readonly application: Application;
  readonly typed: TypedDraft;
  readonly effects: readonly ChangeEffect[];
  readonly unproven?: Unproven;
}): Html {
  const { portal, shell } = person.frame.texts;
  const { confirm: texts, notSaved } = portal.settings;
  const fields = {
    csrf: person.csrf,
    name: typed.name,
    description: typed.description,
    website: typed.website,
    access: typed.access ?? "",
    callbacks: typed.callbacks,
    ...(typed.requestEmail && { request_email: "on" }),
    ...(typed.signIn && { sign_in: "on" }),
    confirmed: effectsAgreedTo(effects),
  };
  return applicationPart(person, application, {
    title: texts.title,
    main: html`${unproven && alert("problem", notSaved, explainProof(shell.proof, unproven))}
<p>${texts.what}</p>
<ul class="plain">${effects.map((one) => html`<li>${said(texts, one)}</li>`)}</ul>
<form method="post" action="/portal/applications/${application.id}/settings">
${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
${confirmPassword(person, unproven)}
<div class="actions">
<button type="submit">${texts.save}</button>
<a class="button secondary" href="/portal/applications/${application.id}">${texts.cancel}</a>
</div>
</form>`,
  });
}

function said(texts: SettingsTexts["confirm"], effect: ChangeEffect): Html | string {
  switch (effect.effect) {
    case "callback-removed":
      return phrase(texts.callbackRemoved(effect.callback));
    case "no-callback-left":
      return texts.noCallbackLeft;
    default:
      return texts.effects[effect.effect](effect.people);
  }
}
