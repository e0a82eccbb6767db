import { type SignUpWay, signUpWays } from "../../../domain/operating.ts";
import {
  graceChoices,
  type SecondFactorRule,
  secondFactorRequirements,
} from "../../../domain/second-factor.ts";
import { alert, done } from "../banner.ts";
import { choices, confirmPassword, csrfField, seenInput, select } from "../form.ts";
import { type Html, html } from "../html.ts";
import { facts } from "../list.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

export type Settings = {
  readonly viewer: Viewer;
  readonly signUp: SignUpWay;
  readonly rule: SecondFactorRule;
  readonly seen: string;
  readonly saved?: boolean;
  /** The settings have changed since the form was shown, so nothing was saved. */
  readonly changedSince?: boolean;
  readonly reauthentication?: Reauthentication;
  /** None of them is a secret. */
  readonly configuration: readonly { readonly variable: string; readonly value: string }[];
};

export function settingsPage(data: Settings): Html {
  const { viewer, signUp, rule, seen, saved, changedSince, reauthentication, configuration } = data;
  const { settings: texts, notDone, nothing } = viewer.frame.texts.admin;
  const main = html`<article>
<h1>${texts.title}</h1>
${saved && done(texts.saved)}
${changedSince && alert("problem", notDone, texts.changedSince)}
${reauthenticationAlert(viewer, "problem", reauthentication)}
<form method="post" action="/admin/settings" novalidate>
${csrfField(viewer.csrf)}
${seenInput(seen)}
${choices({
  name: "sign_up",
  label: texts.signUp,
  chosen: signUp,
  options: signUpWays.map((value) => ({ value, ...texts.ways[value] })),
})}
${choices({
  name: "second_factor",
  label: texts.secondFactor,
  chosen: rule.requiredFor,
  hint: texts.secondFactorHint,
  options: secondFactorRequirements.map((value) => ({ value, ...texts.requirements[value] })),
})}
${select({
  name: "grace_days",
  label: texts.grace,
  chosen: String(rule.graceDays),
  hint: texts.graceHint,
  options: graceChoices.map((days) => ({ value: String(days), label: texts.graceDays(days) })),
})}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit">${texts.save}</button></div>
</form>
</article>
<article>
<h2 id="configuration">${texts.configuration}</h2>
<p class="quiet">${texts.configurationHint}</p>
${facts(
  configuration.map(({ variable, value }) => [
    html`<code id="${variable}">${breakable(variable)}</code>`,
    value === "" ? nothing : html`<code>${value}</code>`,
  ]),
)}
</article>`;
  return signedInPage(viewer, { area: "admin", here: "settings", title: texts.title, main });
}

/** A narrow column has no room for the longest names. */
export function breakable(variable: string): Html {
  return html`${variable.split("_").map((word, at) => html`${at > 0 && html`_<wbr>`}${word}`)}`;
}
