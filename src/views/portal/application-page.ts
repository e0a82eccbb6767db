import { waitingSchemes } from "../../domain/callback-schemes.ts";
import { done } from "../form.ts";
import { type Html, html } from "../html.ts";
import { facts } from "../list.ts";
import { mixesAlphabets } from "../lookalike.ts";
import { notice } from "../notice.ts";
import { name, plainPhrase } from "../phrase.ts";
import { picture } from "../picture.ts";
import { signedInPage } from "../signed-in-page.ts";
import { time } from "../time.ts";
import { visibleText } from "../visible-text.ts";
import { webAddress } from "../web-address.ts";
import { danger } from "./application/danger.ts";
import { keys } from "./application/keys.ts";
import type { ApplicationPage, ApplicationSection } from "./application/section.ts";
import { settings } from "./application/settings.ts";
import { use } from "./application/use.ts";
import { users } from "./application/users.ts";
import { stateBadge } from "./state-badge.ts";
import { tryItSection } from "./try-it.ts";

/** In the order of the page. */
const sections: readonly ApplicationSection[] = [
  keys,
  settings,
  use,
  users,
  {
    id: "try-it",
    title: ({ tryIt }) => tryIt.title,
    show: tryItSection,
  },
  danger,
];

/** Everything about one application, for its owner. */
export function applicationPage(data: ApplicationPage): Html {
  const { person, application } = data;
  const { portal } = person.frame.texts;
  const main = html`${header(data)}
${sections.map(({ show }) => html`<article>${show(data)}</article>`)}`;
  return signedInPage(person, {
    area: "portal",
    here: "applications",
    title: plainPhrase(portal.application.title(application.name)),
    main,
    script: ["copy", "chart"],
    parts: sections.map(({ id, title }) => ({ id, title: title(portal) })),
  });
}

function header({ person, application, note }: ApplicationPage): Html {
  const { dates, portal } = person.frame.texts;
  const texts = portal.application;
  const { suspendedBecause, createdAt, description } = application;
  const website = webAddress(application.website);
  const waiting = waitingSchemes(application.callbacks, application.confirmedSchemes);
  return html`<article>
<header class="application">
${picture(application.id)}
<div>
<h1>${name(application.name)} ${stateBadge(portal.applications, application)}</h1>
${description !== "" && html`<p class="quiet" dir="auto">${visibleText(description)}</p>`}
</div>
</header>
${note && done(texts.notes[note])}
${suspendedBecause !== undefined && notice(texts.suspended.what, html`${texts.suspended.advice} ${name(suspendedBecause)}`)}
${mixesAlphabets(application.name) && notice(texts.mixedAlphabets.what, texts.mixedAlphabets.advice)}
${waiting.length > 0 && notice(texts.waiting.what(waiting.join(", ")), texts.waiting.advice)}
${facts([
  [
    texts.consumerKey,
    html`<code data-copy dir="ltr" id="consumer-key">${application.consumerKey}</code>`,
  ],
  [texts.access, portal.applications.access[application.access]],
  [texts.made, time(createdAt, dates.day(createdAt))],
  ...(website ? ([[texts.website, name(website.host)]] as const) : []),
])}
</article>`;
}
