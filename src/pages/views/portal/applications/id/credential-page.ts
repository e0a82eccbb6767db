import type { Credential } from "../../../../languages/english/portal/keys.ts";
import { explanationCard } from "../../../explanation.ts";
import { confirmPassword, csrfField, explainReauthentication } from "../../../form.ts";
import { type Html, html, type Printable } from "../../../html.ts";
import { alert, notice } from "../../../notice.ts";
import { name, phrase } from "../../../phrase.ts";
import { signedInPage } from "../../../signed-in-page.ts";
import { type ChangeReauthentication, reauthenticationIn, type Viewer } from "../../../viewer.ts";
import { tabHref } from "../../application-page.ts";
import { secretBox } from "../../secret-box.ts";
import { credentialPath } from "./keys.ts";

export type CredentialApplication = {
  readonly id: string;
  readonly name: string;
  readonly suspendedBecause: string | undefined;
};

export type CredentialPage = {
  readonly viewer: Viewer;
  readonly application: CredentialApplication;
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
};

export function credentialPage(
  page: CredentialPage,
  content: {
    readonly credential: Credential;
    readonly stands: Html;
    readonly problem?: string | false;
    readonly cards: readonly (ChangeCard | false | undefined)[];
  },
): Html {
  const { viewer, application, reauthentication } = page;
  const { portal, shell } = viewer.frame.texts;
  const { keys: texts, application: words } = portal;
  const { suspendedBecause } = application;
  const title = texts.terms[content.credential];
  const problem =
    content.problem ||
    (reauthentication && explainReauthentication(shell.authEvent, reauthentication));
  const action = credentialPath(application.id, content.credential);
  return framed(page, title, [
    html`<article>
<h1>${title}</h1>
<p class="quiet">${phrase(texts.of(application.name))}</p>
${problem && alert("problem", texts.notDone, problem)}
${suspendedBecause !== undefined && notice("now", words.suspended.what, html`${words.suspended.advice} ${name(suspendedBecause)}`)}
${content.stands}
</article>`,
    ...content.cards.map((card) => card && changeCard(page, action, card)),
  ]);
}

function changeCard(
  { viewer, reauthentication }: CredentialPage,
  action: string,
  card: ChangeCard,
): Html {
  const { change } = card;
  const failed = reauthenticationIn(reauthentication, change);
  return html`<article>
<h2>${card.title}</h2>
${card.what}
<form method="post" action="${action}">
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
    /** Each has its label, and the name of a file to save it in. */
    readonly shown: readonly (readonly [label: Printable, value: string, file?: string])[];
    readonly more?: Html | undefined;
  },
): Html {
  const { keys: texts, application: applicationTexts } = viewer.frame.texts.portal;
  const { tabs } = applicationTexts;
  const title = texts.made[made.credential];
  return framed(
    { viewer, application },
    title,
    [
      html`<article>
<h1>${title}</h1>
<p class="quiet">${phrase(texts.of(application.name))}</p>
${secretBox(texts.shownOnce, made.shown)}
${made.more}
<p><a class="action" href="${tabHref(application.id, "programs")}">${tabs.programs}</a></p>
<p class="quiet">${texts.reload}</p>
</article>`,
    ],
    "copy",
  );
}

/** The form was sent twice, or from a page that was out of date. */
export function stalePage({ viewer, application }: CredentialPage, credential: Credential): Html {
  const explanation = viewer.frame.texts.portal.keys.stale[credential];
  return framed({ viewer, application }, explanation.happened, [
    explanationCard(viewer.frame, explanation),
  ]);
}

function framed(
  { viewer, application }: CredentialPage,
  title: string,
  cards: readonly (Html | false | undefined)[],
  script?: "copy",
): Html {
  const { tabs } = viewer.frame.texts.portal.application;
  return signedInPage(viewer, {
    area: "portal",
    here: "applications",
    title,
    crumbs: [
      [tabHref(application.id, "overview"), name(application.name)],
      [tabHref(application.id, "keys"), tabs.keys],
    ],
    main: html`${cards}`,
    // Pages with a script here show something once.
    ...(script && { script, once: true }),
  });
}
