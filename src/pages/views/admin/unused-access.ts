import { maxUnusedDays, minUnusedDays } from "../../../domain/unused-access.ts";
import { alert, done } from "../banner.ts";
import { confirmPassword, csrfField, field, markedAlert, seenInput } from "../form.ts";
import { type Html, html } from "../html.ts";
import { withCode } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { type ChangeReauthentication, reauthenticationIn, type Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

type Texts = Viewer["frame"]["texts"]["admin"]["unusedAccess"];

export type UnusedAccessPage = {
  readonly viewer: Viewer;
  /** Undefined: access doesn't end by itself. */
  readonly days: number | undefined;
  /** The configuration has it, so nothing can be changed here. */
  readonly isConfigured: boolean;
  readonly seen: string;
  /** As it was typed. */
  readonly typed: string;
  readonly isWrong?: boolean;
  /** What would end first with another number of days. */
  readonly counted?: { readonly days: number; readonly grants: number; readonly users: number };
  readonly done?: keyof Texts["done"];
  readonly changedSince?: boolean;
  readonly reauthentication?: ChangeReauthentication;
};

export function unusedAccessPage(page: UnusedAccessPage): Html {
  const { viewer, days, isConfigured, isWrong, counted, changedSince, reauthentication } = page;
  const { unusedAccess: texts, notDone } = viewer.frame.texts.admin;
  const main = html`<article>
${page.done && done(texts.done[page.done])}
${changedSince && alert("problem", notDone, texts.changedSince)}
${isWrong && markedAlert(viewer.frame, "problem", notDone)}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}
<p>${texts.hint}</p>
<p><strong>${days === undefined ? texts.off : texts.on(days)}</strong></p>
${isConfigured ? html`<p>${withCode(texts.configured)}</p>` : countForm(page)}
</article>
${counted && turnOn(page, counted)}
${days !== undefined && !isConfigured && turnOff(page)}`;
  return signedInPage(viewer, {
    area: "admin",
    here: "settings",
    title: texts.title,
    main,
    crumbs: [],
  });
}

function countForm({ viewer, typed, isWrong, counted }: UnusedAccessPage): Html {
  const { unusedAccess: texts } = viewer.frame.texts.admin;
  const bounds = [minUnusedDays, maxUnusedDays] as const;
  return html`<form method="get" action="/admin/unused-access" novalidate>
${field({
  ...{ name: "days", label: texts.days, type: "text", autocomplete: "off", value: typed },
  hint: texts.daysHint(...bounds),
  problem: isWrong && texts.wrong(...bounds),
})}
<div class="actions"><button type="submit" class="${counted ? "secondary" : ""}">${texts.count}</button></div>
</form>`;
}

function turnOn(
  { viewer, seen, reauthentication: asked }: UnusedAccessPage,
  { days, grants, users }: NonNullable<UnusedAccessPage["counted"]>,
): Html {
  const { unusedAccess: texts } = viewer.frame.texts.admin;
  return html`<article aria-labelledby="counted">
<h2 id="counted">${texts.after(days)}</h2>
<p>${grants === 0 ? texts.nothing : texts.counted(grants, users)}</p>
<form method="post" action="/admin/unused-access" novalidate>
${csrfField(viewer.csrf)}
${seenInput(seen)}
<input type="hidden" name="days" value="${days}">
${confirmPassword(viewer, reauthenticationIn(asked, "turn-on"))}
<div class="actions"><button type="submit" name="change" value="turn-on">${texts.turnOn(days)}</button></div>
</form>
</article>`;
}

function turnOff({ viewer, seen, reauthentication: asked }: UnusedAccessPage): Html {
  const { unusedAccess: texts } = viewer.frame.texts.admin;
  return html`<article aria-labelledby="turn-off">
<h2 id="turn-off">${texts.turnOff}</h2>
<p>${texts.turnOffHint}</p>
<form method="post" action="/admin/unused-access" novalidate>
${csrfField(viewer.csrf)}
${seenInput(seen)}
${confirmPassword(viewer, reauthenticationIn(asked, "turn-off"), "turn-off-password")}
<div class="actions"><button type="submit" class="secondary" name="change" value="turn-off">${texts.turnOff}</button></div>
</form>
</article>`;
}
