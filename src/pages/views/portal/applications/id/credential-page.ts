import type { Application } from "../../../../../domain/application.ts";
import type { Credential } from "../../../../languages/english/portal/keys.ts";
import { actionLink } from "../../../explanation.ts";
import { confirmPassword, csrfField, markedAlert, reauthenticationNotice } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { type ChangeReauthentication, reauthenticationIn, type Viewer } from "../../../viewer.ts";
import { applicationPart, tabHref } from "../../application-page.ts";
import { type ShownSecret, secretBox } from "../../secret-box.ts";
import { credentialPath } from "./keys.ts";

export type CredentialPage = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly reauthentication?: ChangeReauthentication;
};

export type ChangeCard = {
  /** The form's field `change` has this value. */
  readonly change: string;
  readonly title: string;
  readonly what: Html;
  readonly submit: string;
  readonly danger?: true;
  readonly fields?: Html;
  /** A field has a problem. */
  readonly isMarked?: boolean;
};

export function credentialPage(
  page: CredentialPage,
  content: {
    readonly credential: Credential;
    readonly current: Html;
    readonly cards: readonly (ChangeCard | false | undefined)[];
  },
): Html {
  const { viewer, application } = page;
  const { keys: texts } = viewer.frame.texts.portal;
  const action = credentialPath(application.id, content.credential);
  return applicationPart(viewer, application, {
    tab: "keys",
    title: texts.terms[content.credential],
    main: content.current,
    more: content.cards.map((card) => card && changeCard(page, action, card)),
  });
}

function changeCard(
  { viewer, reauthentication }: CredentialPage,
  action: string,
  card: ChangeCard,
): Html {
  const { change } = card;
  const { keys: texts } = viewer.frame.texts.portal;
  const failed = reauthenticationIn(reauthentication, change);
  return html`<article>
<h2>${card.title}</h2>
${card.isMarked ? markedAlert(viewer.frame, "problem", texts.notDone) : reauthenticationNotice(viewer, "problem", texts.notDone, failed)}
${card.what}
<form method="post" action="${action}" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="change" value="${change}">
${card.fields}
${viewer.sensitiveChanges.includes(change) && confirmPassword(viewer, failed, `${change}-password`)}
<div class="actions"><button type="submit"${card.danger && html` class="danger"`}>${card.submit}</button></div>
</form>
</article>`;
}

export function madePage(
  { viewer, application }: CredentialPage,
  made: {
    readonly credential: Credential;
    readonly credentials: readonly ShownSecret[];
    readonly more?: Html | undefined;
  },
): Html {
  const { keys: texts, application: applicationTexts } = viewer.frame.texts.portal;
  return applicationPart(viewer, application, {
    tab: "keys",
    title: texts.made[made.credential],
    once: true,
    main: html`${secretBox(viewer.frame.texts, texts.shownOnce, made.credentials)}
${made.more}
${actionLink(tabHref(application.id, "programs"), applicationTexts.tabs.programs)}
<p class="quiet">${texts.reload}</p>`,
  });
}

/** The form was sent twice, or from a page that was out of date. */
export function stalePage({ viewer, application }: CredentialPage, credential: Credential): Html {
  const { stale, terms } = viewer.frame.texts.portal.keys;
  const { happened, meaning, advice } = stale[credential];
  return applicationPart(viewer, application, {
    tab: "keys",
    title: happened,
    main: html`<p>${meaning}</p>
<p>${advice}</p>
${actionLink(credentialPath(application.id, credential), terms[credential], "secondary")}`,
  });
}
