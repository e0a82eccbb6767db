import { type NotificationKind, notificationKinds } from "../../domain/notification.ts";
import { csrfField, done } from "../form.ts";
import { type Html, html } from "../html.ts";
import { notice } from "../notice.ts";
import type { Person } from "../person.ts";
import { signedInPage } from "../signed-in-page.ts";
import { withSupport } from "../support.ts";

export type NotificationsPage = {
  readonly person: Person;
  readonly off: readonly NotificationKind[];
  readonly saved?: boolean;
  /** No email is sent, regardless of the settings, for this reason. */
  readonly why?: "withoutMail" | "unproven";
};

export function notificationsPage({ person, off, saved, why }: NotificationsPage): Html {
  const { account, notifications: texts } = person.frame.texts;
  const title = account.titles.notifications;
  const main = html`<article>
<h1>${title}</h1>
${saved && done(texts.saved)}
${why && notice(texts[why].what, withSupport(person.frame, texts[why].advice))}
<p>${texts.what}</p>
<form method="post" action="/account/notifications">
${csrfField(person.csrf)}
<fieldset>
<legend>${texts.legend}</legend>
${notificationKinds.map((kind) => {
  const { label, hint } = texts.kinds[kind];
  return html`<label class="choice" for="${kind}"><input id="${kind}" name="${kind}" type="checkbox" value="on"${!off.includes(kind) && html` checked`}> <span>${label}<br><small>${hint}</small></span></label>`;
})}
</fieldset>
${why !== "withoutMail" && html`<p class="quiet">${texts.always}</p>`}
<div class="actions"><button type="submit">${texts.save}</button></div>
</form>
</article>`;
  return signedInPage(person, { area: "account", here: "notifications", title, main });
}
