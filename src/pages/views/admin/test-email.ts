/** The part of the settings with a button that sends an email to the administrator who presses it. */
import type { MailFailure } from "../../../tools/mail/mail.ts";
import { alert, done } from "../banner.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { linked, phrase, withCode } from "../phrase.ts";
import type { Viewer } from "../viewer.ts";

export type TestEmailResult =
  | "accepted"
  | MailFailure
  | { /** It was tried too often. */ readonly retryAfterSeconds: number };

/** `mailServer` is its host and port; without one, no email can be sent. */
export function testEmailForm(viewer: Viewer, mailServer: string | undefined): Html {
  const { testEmail: texts } = viewer.frame.texts.admin.settings;
  if (mailServer === undefined) return html`<p class="quiet">${withCode(texts.noServer)}</p>`;
  if (!viewer.email) return html`<p>${linked(texts.noAddress, "/account/profile")}</p>`;
  return html`<p class="quiet">${phrase(texts.hint(viewer.email, mailServer))}</p>
<form method="post" action="/admin/settings">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" name="change" value="test-email" class="secondary">${texts.send}</button></div>
</form>`;
}

export function testEmailResult(
  { email = "", frame }: Viewer,
  mailServer: string,
  result: TestEmailResult,
): Html {
  const { testEmail: texts } = frame.texts.admin.settings;
  if (result === "accepted") return done(texts.accepted(mailServer, email));
  if ("retryAfterSeconds" in result) {
    return alert("problem", texts.tooOften, texts.later(Math.ceil(result.retryAfterSeconds / 60)));
  }
  const { problem, reason, response } = result;
  const said = html`${texts.problems[problem]} <code>${reason}</code>${response && html`<br><bdi>${response}</bdi>`}`;
  return alert("problem", texts.failed, said);
}
