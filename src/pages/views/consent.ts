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
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { mixesAlphabets } from "./lookalike.ts";
import { notice } from "./notice.ts";
import { name, phrase, plainPhrase } from "./phrase.ts";
import { applicationPicture, picture } from "./picture.ts";
import { visibleText } from "./visible-text.ts";
import { linksOf, webAddress } from "./web-address.ts";

export type Consent = {
  readonly frame: Frame;
  readonly action: string;
  readonly csrf: string;
  readonly oauthToken: string;
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

export function consentPage(data: Consent): Html {
  const texts = data.frame.texts.consent;
  const main = html`<article class="consent">
${requester(data, texts)}
${whoAnswers(data, texts)}
${warnings(data.application, texts)}
${whatIsAllowed(data)}
<p class="quiet">${takingBack(data.frame.texts, data.accountHref)}</p>
${linksOf(data.frame, data.application.links)}
${decisionForm(data, texts)}
</article>`;
  return page(data.frame, { title: plainPhrase(texts.title(data.application.name)), main });
}

function requester({ frame, application }: Consent, texts: Texts["consent"]): Html {
  return html`<header class="application">
${applicationPicture(application)}
<div>
<h1>${phrase(texts.wantsToUse(application.name, frame.serviceName))}</h1>
<p class="quiet">${phrase(texts.by(`@${application.ownerScreenName}`))}${website(application.website)}</p>
</div>
</header>
${application.description && html`<p class="quiet" dir="auto">${visibleText(application.description)}</p>`}`;
}

/** The text is only the host, because that identifies the site's owner. */
function website(text: string | undefined): Html | undefined {
  const address = webAddress(text);
  return (
    address &&
    html` · <a href="${address.href}" rel="noreferrer noopener nofollow">${name(address.host)}</a>`
  );
}

function whoAnswers({ user, switchHref }: Consent, texts: Texts["consent"]): Html {
  return html`<div class="account">
${picture(user.id)}
<p>${name(`@${user.screenName}`)}</p>
<a class="action" href="${switchHref}">${texts.switchAccount}</a>
</div>`;
}

function warnings(application: Consent["application"], texts: Texts["consent"]): Html {
  const { newApplication, mixedAlphabets, changedRecently } = texts;
  return html`${application.isNew && notice(newApplication.what, newApplication.advice)}
${application.changedRecently && notice(changedRecently.what, changedRecently.advice)}
${mixesAlphabets(application.name) && notice(mixedAlphabets.what, mixedAlphabets.advice)}`;
}

/** Both lists come from the table that the checks use, so the page cannot promise something else. */
function whatIsAllowed({ frame, access, requestEmail }: Consent): Html {
  const texts = frame.texts.consent;
  const allowed = permissions(access, requestEmail);
  const rejected = [...permissionsLeftOut(access, requestEmail), ...neverAllowed];
  return html`<h2>${texts.able}</h2>
<ul class="allowed">${allowed.map((one) => html`<li>${tick()}${permissionText(frame, one)}</li>`)}</ul>
<h2>${texts.notAble}</h2>
<ul class="rejected">${rejected.map((one) => html`<li>${cross()}${permissionText(frame, one)}</li>`)}</ul>`;
}

/**
 * The bar with the buttons stays in sight, below the place that the decision leads to. A long
 * address would cover the page, so it stands before the bar.
 */
function decisionForm(data: Consent, texts: Texts["consent"]): Html {
  const { action, csrf, oauthToken } = data;
  const where = destination(data, texts);
  const leadsTo = html`<p class="destination">${phrase(where)}</p>`;
  const isShort = plainPhrase(where).length <= maxInBar;
  return html`${!isShort && leadsTo}
<form class="answer" method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="oauth_token" value="${oauthToken}">
${isShort && leadsTo}
<div class="actions">
<button type="submit" name="decision" value="allow">${texts.allow}</button>
<button type="submit" name="decision" value="deny" class="secondary">${texts.deny}</button>
</div>
</form>`;
}

/** This many characters are about three lines on a phone. */
const maxInBar = 100;

function destination({ destination, application }: Consent, texts: Texts["consent"]): Sentence {
  switch (destination.kind) {
    case "web":
      return texts.toWeb(destination.host);
    case "app":
      return texts.toApp(`${destination.scheme}://`);
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
  return html`<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`;
}
