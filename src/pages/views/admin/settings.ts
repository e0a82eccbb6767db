import {
  settingGroups as groupsOfSettings,
  type SettingGroup,
  type ShownSetting,
} from "../../../config/config.ts";
import { type SignUpWay, signUpWays } from "../../../domain/operating.ts";
import {
  graceChoices,
  type SecondFactorRule,
  secondFactorRequirements,
} from "../../../domain/second-factor.ts";
import { alert, done } from "../banner.ts";
import { choices, confirmPassword, csrfField, seenInput, select } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Fact, facts, fold, shortFacts } from "../list.ts";
import { breakable, withCode } from "../phrase.ts";
import { dotted } from "../row.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { brandPreview } from "./brand-preview.ts";
import { reauthenticationAlert } from "./suspension.ts";
import { type TestEmailResult, testEmailForm, testEmailResult } from "./test-email.ts";

export type Settings = {
  readonly viewer: Viewer;
  readonly signUp: SignUpWay;
  readonly rule: SecondFactorRule;
  readonly seen: string;
  readonly saved?: boolean;
  /** The settings have changed since the form was shown, so nothing was saved. */
  readonly changedSince?: boolean;
  readonly reauthentication?: Reauthentication;
  /** Its host and port. */
  readonly mailServer: string | undefined;
  readonly testEmail?: TestEmailResult | undefined;
  /** None of them is a secret. */
  readonly configuration: readonly ShownSetting[];
};

export function settingsPage(data: Settings): Html {
  const { viewer, signUp, rule, seen, saved, changedSince, reauthentication, configuration } = data;
  const { mailServer, testEmail } = data;
  const { settings: texts, notDone } = viewer.frame.texts.admin;
  const main = html`<article>
${saved && done(texts.saved)}
${mailServer && testEmail && testEmailResult(viewer, mailServer, testEmail)}
${changedSince && alert("problem", notDone, texts.changedSince)}
${reauthenticationAlert(viewer, "problem", reauthentication)}
<form method="post" action="/admin/settings" novalidate>
${csrfField(viewer.csrf)}
${seenInput(seen)}
<div class="pair">
${choices({
  name: "sign_up",
  label: texts.signUp,
  chosen: signUp,
  options: signUpWays.map((value) => ({ value, ...texts.ways[value] })),
})}
<div>${choices({
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
})}</div>
</div>
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="save">${texts.save}</button></div>
</form>
<p><a href="/admin/unused-access">${viewer.frame.texts.admin.unusedAccess.title}</a></p>
</article>
<article>
<h2 id="configuration">${texts.configuration}</h2>
<p class="quiet">${withCode(texts.configurationHint)}</p>
${shortFacts(configuration.filter((one) => one.isSet).map((one) => settingFact(viewer, one)))}
<div class="beside-each-other">${settingGroups.map((one) => group(data, one))}</div>
</article>`;
  return signedInPage(viewer, { area: "admin", here: "settings", title: texts.title, main });
}

const settingGroups = Object.keys(groupsOfSettings) as SettingGroup[];

/** What is set stands above them; these stay folded until someone looks for one. */
function group(data: Settings, group: SettingGroup): Html | undefined {
  const { viewer, configuration, testEmail } = data;
  const { settings: texts } = viewer.frame.texts.admin;
  const { title, guide } = texts.groups[group];
  const own = configuration.filter((one) => one.group === group && !one.isSet);
  const more = triedOut(data, group);
  if (own.length === 0 && more === undefined) return undefined;
  const content = html`<p class="quiet">${withCode(guide)}</p>${more?.content}${own.length > 0 && facts(own.map((one) => settingFact(viewer, one)))}`;
  const note = dotted(more?.title, own.length > 0 && texts.defaults(own.length));
  const isOpen = group === "mail" && testEmail !== undefined;
  return fold(`settings-${group}`, title, content, isOpen, html`<small>${note}</small>`);
}

/** Whether some settings work is not seen in their values. */
function triedOut({ viewer, mailServer }: Settings, group: SettingGroup) {
  const { settings: texts } = viewer.frame.texts.admin;
  if (group === "mail") {
    return { title: texts.testEmail.title, content: testEmailForm(viewer, mailServer) };
  }
  if (group === "webhooks") {
    const { title } = viewer.frame.texts.admin.webhooks;
    return { title, content: html`<p><a href="/admin/webhooks">${title}</a></p>` };
  }
  if (group === "branding") return { title: texts.brand, content: brandPreview(viewer) };
  return undefined;
}

/** The reference is in English, and so is what a setting means. */
function settingFact(viewer: Viewer, { variable, value, meaning }: ShownSetting): Fact {
  const { nothing } = viewer.frame.texts.admin;
  return [
    html`<code id="${variable}">${breakable(variable)}</code>`,
    html`${value === "" ? nothing : html`<code>${value}</code>`}<br><small><bdi lang="en">${inShort(meaning)}</bdi></small>`,
  ];
}

/** The first sentence, without the reference's markup. */
function inShort(meaning: string): string {
  const [first = ""] = meaning.split(/(?<=\.) (?=[A-Z`])/);
  return first.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
}
