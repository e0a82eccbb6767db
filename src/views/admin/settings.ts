import { type SignUpWay, signUpWays } from "../../domain/sign-up.ts";
import { choices, confirmPassword, csrfField, done } from "../form.ts";
import { type Html, html } from "../html.ts";
import { facts } from "../list.ts";
import type { Person } from "../person.ts";
import { signedInPage } from "../signed-in-page.ts";
import { type Unproven, unprovenAlert } from "./suspension.ts";

export type Settings = {
  readonly person: Person;
  readonly signUp: SignUpWay;
  readonly saved?: boolean;
  readonly unproven?: Unproven;
  /** None of them is a secret. */
  readonly configuration: readonly { readonly variable: string; readonly value: string }[];
};

export function settingsPage({ person, signUp, saved, unproven, configuration }: Settings): Html {
  const { settings: texts, nothing } = person.frame.texts.admin;
  const main = html`<article>
<h1>${texts.title}</h1>
${saved && done(texts.saved)}
${unprovenAlert(person, "problem", unproven)}
<form method="post" action="/admin/settings">
${csrfField(person.csrf)}
${choices({
  name: "sign_up",
  label: texts.signUp,
  chosen: signUp,
  options: signUpWays.map((value) => ({ value, ...texts.ways[value] })),
})}
${confirmPassword(person, unproven)}
<div class="actions"><button type="submit">${texts.save}</button></div>
</form>
</article>
<article>
<h2>${texts.configuration}</h2>
<p class="quiet">${texts.configurationHint}</p>
${facts(
  configuration.map(({ variable, value }) => [
    html`<code>${variable}</code>`,
    value === "" ? nothing : html`<code>${value}</code>`,
  ]),
)}
</article>`;
  return signedInPage(person, { area: "admin", here: "settings", title: texts.title, main });
}
