import { explanationCard } from "./explanation.ts";
import { csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page, type SentForm } from "./layout.ts";
import { phrase } from "./phrase.ts";

export type ResubmitForm = {
  readonly frame: Frame;
  readonly sent: SentForm;
  readonly csrf: string;
  readonly screenName: string | undefined;
};

export function resubmitFormPage({ frame, sent, csrf, screenName }: ResubmitForm): Html {
  const { resubmitForm, shell } = frame.texts;
  const isSignedIn = screenName !== undefined;
  const explanation = resubmitForm.kinds[isSignedIn ? "signedIn" : "signedOut"];
  const fields = sent.fields().filter(([name]) => name !== "csrf");
  const form = html`${
    isSignedIn
      ? html`<p class="quiet">${phrase(shell.signedInAs(`@${screenName}`))}</p>`
      : html`<p class="actions"><a class="button" href="/sign-in" target="_blank">${resubmitForm.signIn}</a></p>`
  }
<form method="post" action="${sent.path}">
${csrfField(csrf)}
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions"><button type="submit"${!isSignedIn && html` class="secondary"`}>${resubmitForm.send}</button></div>
</form>`;
  return page(frame, {
    title: explanation.happened,
    main: explanationCard(frame, explanation, form),
    keepsSent: true,
  });
}
