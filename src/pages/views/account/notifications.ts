import { kindsFor, type NotificationKind } from "../../../domain/notification.ts";
import { banner, done } from "../banner.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { signedInPage } from "../signed-in-page.ts";
import { withSupport } from "../support.ts";
import type { Viewer } from "../viewer.ts";

export type NotificationsPage = {
  readonly viewer: Viewer;
  readonly off: readonly NotificationKind[];
  readonly saved?: boolean;
  /** No email is sent, regardless of the settings, for this reason. */
  readonly why?: "withoutMail" | "unverified";
};

export function notificationsPage({ viewer, off, saved, why }: NotificationsPage): Html {
  const { account, notifications: texts } = viewer.frame.texts;
  const title = account.titles.notifications;
  const toProfile = html`<a class="button secondary" href="/account/profile">${account.titles.profile}</a>`;
  const main = html`<article>
${saved && done(texts.saved)}
${why ? banner("information", texts[why].what, withSupport(viewer.frame, texts[why].advice), why === "unverified" ? toProfile : undefined) : html`<p>${texts.what}</p>`}
<form method="post" action="/account/notifications">
${csrfField(viewer.csrf)}
<fieldset>
<legend>${texts.legend}</legend>
${kindsFor(viewer).map((kind) => {
  const { label, hint } = texts.kinds[kind];
  return html`<label class="choice" for="${kind}"><input id="${kind}" name="${kind}" type="checkbox" value="on"${!off.includes(kind) && html` checked`}> <span>${label}<br><small>${hint}</small></span></label>`;
})}
</fieldset>
${why !== "withoutMail" && html`<p class="quiet">${texts.always}</p>`}
<div class="actions"><button type="submit">${texts.save}</button></div>
</form>
</article>`;
  return signedInPage(viewer, { area: "account", here: "notifications", title, main });
}
