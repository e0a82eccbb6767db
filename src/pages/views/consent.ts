import {
  type AccessLevel,
  neverAllowed,
  permissions,
  permissionsLeftOut,
} from "../../domain/access.ts";
import type { ApplicationLinks } from "../../domain/application.ts";
import type { Sentence } from "../languages/sentence.ts";
import type { Texts } from "../languages/texts.ts";
import { permissionText } from "./access-text.ts";
import { bannerBox } from "./banner.ts";
import { csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { mixesAlphabets } from "./lookalike.ts";
import { name, phrase, plainPhrase } from "./phrase.ts";
import { applicationPicture, picture } from "./picture.ts";
import { visibleText } from "./visible-text.ts";
import { hostEnd, linksOf, schemeStart, webUrl } from "./web-url.ts";

export type Consent = Asked & {
  readonly action: string;
  readonly csrf: string;
  readonly oauthToken: string;
};

/** What the page shows. */
export type Asked = {
  readonly frame: Frame;
  readonly application: {
    readonly id: string;
    readonly name: string;
    readonly ownerScreenName: string;
    readonly website?: string;
    readonly description?: string;
    readonly isNew: boolean;
    readonly icon?: string | undefined;
    readonly links?: ApplicationLinks;
    /** Name, icon, website or owner changed in the last days. */
    readonly changedRecently?: boolean;
  };
  readonly user: { readonly id: string; readonly screenName: string };
  readonly access: AccessLevel;
  readonly requestEmail: boolean;
  readonly destination: Destination;
  /** Another user can sign in there. */
  readonly switchHref: string;
  readonly accountHref: string;
};

/** The decision leads to a host, the app of a scheme, or a code to type in. */
export type Destination =
  | { readonly kind: "web"; readonly host: string }
  | { readonly kind: "app"; readonly scheme: string }
  | { readonly kind: "pin" };

/**
 * What the application's owner wrote stands below everything that we say, and the bar with the buttons is
 * in a box that begins below the permissions, so that it never covers one of them, however long the texts are.
 */
export function consentPage(data: Consent): Html {
  const { frame, action, csrf, oauthToken, application } = data;
  const answer = html`<form class="answer${warningsOf(data).length > 0 && " warned"}" method="post" action="${action}">
${csrfField(csrf)}
<input type="hidden" name="oauth_token" value="${oauthToken}">
${decision(data, "submit")}
</form>`;
  const title = plainPhrase(frame.texts.consent.title(application.name));
  return page(frame, { title, main: card(data, 1, answer) });
}

/** The same as a part of another page, without a form. */
export function inertConsent(data: Asked): Html {
  return card(data, 2, html`<div class="answer">${decision(data, "button")}</div>`);
}

function card(data: Asked, level: 1 | 2, answer: Html): Html {
  const texts = data.frame.texts.consent;
  const warned = warningsOf(data);
  return html`<article class="consent">
${requester(data, level)}
${whatIsAllowed(data)}
${warned.length > 0 && notices(warned, texts)}
<div class="rest">
${whoAnswers(data, texts)}
${whatIsNotAllowed(data)}
${description(data.application, texts)}
<p class="quiet">${takingBack(data.frame.texts, data.accountHref)}</p>
${linksOf(data.frame, data.application.links)}
${answer}
</div>
</article>`;
}

function requester({ frame, application }: Asked, level: number): Html {
  const texts = frame.texts.consent;
  return html`<header class="application">
${applicationPicture(application)}
<div>
<h${level}>${phrase(texts.wantsToUse(application.name, frame.serviceName))}</h${level}>
<p class="quiet">${phrase(texts.by(`@${application.ownerScreenName}`))}${website(application.website)}</p>
</div>
</header>`;
}

/** The text is only the host, because that identifies the site's owner. No line ends with the dot before it. */
function website(text: string | undefined): Html | undefined {
  const address = webUrl(text);
  return (
    address &&
    html` ·&nbsp;<a href="${address.href}" rel="noreferrer noopener nofollow">${name(hostEnd(address.host))}</a>`
  );
}

/** The owner's words are called so, and take two lines, until the user opens the rest. */
function description(
  { description }: Asked["application"],
  texts: Texts["consent"],
): Html | undefined {
  if (!description) return undefined;
  const text = html`<strong>${texts.ownersWords}</strong> <span dir="auto">${visibleText(description)}</span>`;
  if (description.length <= maxTwoLines) return html`<p class="description quiet">${text}</p>`;
  return html`<details class="description"><summary class="quiet"><span>${text}</span></summary></details>`;
}

/** Two lines on a phone have room for this many characters. */
const maxTwoLines = 70;

function whoAnswers({ user, switchHref }: Asked, texts: Texts["consent"]): Html {
  return html`<div class="account">
${picture(user.id)}
<div>
<p>${name(`@${user.screenName}`)}</p>
<a class="action" href="${switchHref}">${texts.switchAccount}</a>
</div>
</div>`;
}

type Warning = { readonly what: string; readonly advice: string };

export function warningsOf({ frame, application }: Asked): readonly Warning[] {
  const { newApplication, mixedAlphabets, changedRecently } = frame.texts.consent;
  return [
    ...(mixesAlphabets(application.name) ? [mixedAlphabets] : []),
    ...(application.changedRecently ? [changedRecently] : []),
    ...(application.isNew ? [newApplication] : []),
  ];
}

/** All warnings are one banner, with a heading, so that users who jump by headings find it. One is its own heading. */
function notices(warned: readonly Warning[], { before }: Texts["consent"]): Html {
  const [first, ...others] = warned;
  const isOne = first !== undefined && others.length === 0;
  const items = isOne
    ? html`<p>${first.advice}</p>`
    : warned.map(({ what, advice }) => html`<p><strong>${what}</strong> ${advice}</p>`);
  const attributes = html` role="note" aria-labelledby="before"`;
  const heading = html`<h2 id="before">${isOne ? first.what : before}</h2>`;
  return bannerBox("soon", attributes, html`${heading}${items}`);
}

/** Both lists come from the table that the checks use, so the page cannot promise something else. */
function whatIsAllowed({ frame, access, requestEmail }: Asked): Html {
  const allowed = permissions(access, requestEmail);
  return html`<h2>${frame.texts.consent.able}</h2>
<ul class="allowed">${allowed.map((one) => html`<li>${tick()}${permissionText(frame, one)}</li>`)}</ul>`;
}

function whatIsNotAllowed({ frame, access, requestEmail }: Asked): Html {
  const rejected = [...permissionsLeftOut(access, requestEmail), ...neverAllowed];
  return html`<details>
<summary>${frame.texts.consent.notAble}</summary>
<ul class="rejected">${rejected.map((one) => html`<li>${cross()}${permissionText(frame, one)}</li>`)}</ul>
</details>`;
}

/**
 * The bar with the buttons stays in sight, below the place that the decision leads to, and says whose account it is.
 * With a warning it does not stay, and neither button is the easier one to press (ADR 24).
 */
function decision(data: Asked, type: "submit" | "button"): Html {
  const texts = data.frame.texts.consent;
  const user = `@${data.user.screenName}`;
  const isWarned = warningsOf(data).length > 0;
  return html`<p class="destination">${phrase(destination(data, texts))}</p>
<div class="actions">
<button type="${type}" name="decision" value="allow"${isWarned && html` class="secondary"`}>${phrase(texts.allow(user))}</button>
<button type="${type}" name="decision" value="deny" class="secondary">${texts.deny}</button>
</div>`;
}

function destination({ destination, application }: Asked, texts: Texts["consent"]): Sentence {
  switch (destination.kind) {
    case "web":
      return texts.toWeb(hostEnd(destination.host));
    case "app":
      return texts.toApp(`${schemeStart(destination.scheme)}://`);
    case "pin":
      return texts.toPin(application.name);
  }
}

/** The sentence tells where the grant can be revoked. */
export function takingBack({ consent }: Texts, accountHref: string): Html {
  return html`${consent.takeBack} <a href="${accountHref}">${consent.takeBackInAccount}</a>`;
}

function tick(): Html {
  return sign("M5 12.5l4.5 4.5L19 7");
}

function cross(): Html {
  return sign("M6 6l12 12M18 6L6 18");
}

function sign(path: string): Html {
  return html`<svg class="lines" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path stroke-width="2.5" d="${path}"/></svg>`;
}
