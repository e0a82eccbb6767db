import type { AccessLevel } from "../../../../../domain/access.ts";
import type { Application } from "../../../../../domain/application.ts";
import type { WalkProblem } from "../../../../languages/english/portal/try.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { alert, bannerBox } from "../../../banner.ts";
import { takingBack } from "../../../consent.ts";
import { csrfField, field } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { phrase } from "../../../phrase.ts";
import type { Viewer } from "../../../viewer.ts";
import { visibleText } from "../../../visible-text.ts";
import { applicationPart } from "../../application-page.ts";

/** Secrets and tokens are already shortened, except those that a form passes on. */
export type Walk =
  | { readonly at: "start" }
  | { readonly at: "asked"; readonly request: WalkedRequest; readonly oauthToken: string }
  | {
      readonly at: "approved";
      readonly request: WalkedRequest;
      readonly oauthToken: string;
      readonly verifier: string;
    }
  | {
      readonly at: "done";
      readonly request: WalkedRequest;
      readonly verifier: string;
      readonly access: Readonly<Record<string, string>>;
      /** account/verify_credentials responds with it. */
      readonly user: object;
    };

export type WalkedRequest = {
  readonly consumerKey: string;
  /** With `oob`, the verifier is a PIN that the user types. */
  readonly callback: string;
  readonly token: string;
  readonly secret: string;
  readonly access: AccessLevel;
};

export type WalkPage = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly walk: Walk;
  readonly problem?: WalkProblem;
};

export function walkPage({ viewer, application, walk, problem }: WalkPage): Html {
  const texts = viewer.frame.texts.portal.walk;
  const { what, advice } =
    problem === undefined ? { what: "", advice: "" } : texts.problems[problem];
  return applicationPart(viewer, application, {
    tab: "programs",
    title: texts.title,
    main: html`${problem === "canceled" ? canceled(what, advice) : problem !== undefined && alert("problem", what, advice)}
${walk.at === "start" ? startForm(viewer, application) : steps(viewer, application, walk, problem)}
${walk.at === "done" && html`<p class="quiet">${takingBack(viewer.frame.texts, "/account/applications")}</p>`}`,
  });
}

/** The user's own choice is no problem. Its code is the same in every language. */
function canceled(what: string, advice: string): Html {
  const [before, after] = advice.split("denied");
  return bannerBox(
    "information",
    html` role="status" tabindex="-1" autofocus`,
    html`<p><strong>${what}</strong> ${before}<code>denied</code>${after}</p>`,
  );
}

export function walkSection(viewer: Viewer, application: Application): Html {
  const { title } = viewer.frame.texts.portal.walk;
  return html`<header class="titled"><h3>${title}</h3>${application.suspendedBecause === undefined && startButton(viewer, application)}</header>
<p>${startText(viewer, application)}</p>`;
}

type WalkTexts = Texts["portal"]["walk"];
type Walked = Exclude<Walk, { at: "start" }>;

function startForm(viewer: Viewer, application: Application): Html {
  return html`<p>${startText(viewer, application)}</p>
${application.suspendedBecause === undefined && startButton(viewer, application)}`;
}

function startText(viewer: Viewer, { suspendedBecause }: Application): string {
  const { what, suspendedAdvice } = viewer.frame.texts.portal.walk;
  return suspendedBecause === undefined ? what : suspendedAdvice;
}

function startButton(viewer: Viewer, { id }: Application): Html {
  return html`<form method="post" action="/portal/applications/${id}/try" novalidate>
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit">${viewer.frame.texts.portal.walk.start}</button></div>
</form>`;
}

/** Steps that are over are folded, so that the next one, or the result, is in sight. */
function steps(
  viewer: Viewer,
  application: Application,
  walk: Walked,
  problem: WalkProblem | undefined,
): Html {
  const texts = viewer.frame.texts.portal.walk;
  return html`<p class="quiet">${texts.inside}</p>
<ol class="items walk">
${past(texts.requestToken.title, requestToken(texts, walk.request))}
${walk.at === "asked" ? consentToGive(viewer, walk) : past(texts.consent.title, consentGiven(viewer, walk.request))}
${walk.at === "asked" && walk.request.callback === "oob" && next(texts.verifier.title, exchangeForm(viewer, application, walk, problem))}
${walk.at === "approved" && next(texts.verifier.title, html`${verifier(texts, walk)}${exchangeForm(viewer, application, walk, problem)}`)}
${
  walk.at === "done" &&
  html`${past(texts.verifier.title, verifier(texts, walk))}
${past(texts.accessToken.title, accessToken(texts, walk))}
<li tabindex="-1" autofocus><h3>${texts.use.title}</h3>
${use(texts, walk)}</li>`
}
</ol>`;
}

function past(title: string, content: Html): Html {
  return html`<li><details><summary><h3>${title}</h3></summary>
${content}</details></li>`;
}

function next(title: string, content: Html): Html {
  return html`<li><h3>${title}</h3>
${content}</li>`;
}

function requestToken(texts: WalkTexts, request: WalkedRequest): Html {
  const { callback, consumerKey, token, secret } = request;
  return html`<p>${texts.requestToken.what}</p>
${wire(texts.sent, ["POST /oauth/request_token"], { oauth_callback: callback, oauth_consumer_key: consumerKey })}
${wire(texts.received, [], { oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: "true" })}`;
}

function consentToGive(
  { frame }: Viewer,
  { request, oauthToken }: Extract<Walked, { at: "asked" }>,
): Html {
  const { consent: texts } = frame.texts.portal.walk;
  const isPin = request.callback === "oob";
  return next(
    texts.title,
    html`<p>${isPin ? texts.toDoForPin : texts.toDo}</p>
<p class="actions"><a class="button" href="/oauth/authorize?oauth_token=${oauthToken}"${isPin && html` target="_blank"`}>${isPin ? texts.openInTab : texts.open}</a></p>`,
  );
}

function consentGiven({ frame, screenName }: Viewer, { access }: WalkedRequest): Html {
  const { given } = frame.texts.portal.walk.consent;
  return html`<p>${phrase(given[access](`@${screenName}`))}</p>`;
}

function verifier(texts: WalkTexts, { request, verifier }: Exclude<Walked, { at: "asked" }>): Html {
  const isPin = request.callback === "oob";
  const short = shortened(verifier);
  return html`<p>${isPin ? texts.verifier.typed : texts.verifier.brought}</p>
${wire(texts.received, isPin ? [] : [`GET ${request.callback}`], { ...(!isPin && { oauth_token: request.token }), oauth_verifier: short })}`;
}

function accessToken(
  texts: WalkTexts,
  { request, verifier, access }: Extract<Walked, { at: "done" }>,
): Html {
  return html`<p>${texts.accessToken.what}</p>
${wire(texts.sent, ["POST /oauth/access_token"], { oauth_consumer_key: request.consumerKey, oauth_token: request.token, oauth_verifier: shortened(verifier) })}
${wire(texts.received, [], access)}`;
}

function use(texts: WalkTexts, { access, user }: Extract<Walked, { at: "done" }>): Html {
  return html`<p>${texts.use.what}</p>
${wire(texts.sent, ["GET /1.1/account/verify_credentials.json"], { oauth_token: access["oauth_token"] ?? "" })}
${wire(texts.received, [visibleJson(user)], {})}`;
}

export function visibleJson(value: unknown): string {
  return JSON.stringify(value, visible, 2);
}

function visible(_name: string, value: unknown): unknown {
  return typeof value === "string" ? visibleText(value) : value;
}

function wire(
  label: string,
  lines: readonly string[],
  parameters: Readonly<Record<string, string>>,
): Html {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return html`<p class="quiet">${label}</p>
<pre dir="ltr"><code>${[...lines, ...pairs].join("\n")}</code></pre>`;
}

/** The exchange creates an access token, so it uses POST: opening a link must not create one. */
function exchangeForm(
  { frame, csrf }: Viewer,
  { id }: Application,
  walk: Exclude<Walked, { at: "done" }>,
  problem: WalkProblem | undefined,
): Html {
  const texts = frame.texts.portal.walk;
  // The next step is to get the PIN on the consent page.
  const isLater = walk.at === "asked";
  const verifier = isLater
    ? field({
        name: "oauth_verifier",
        label: texts.verifier.pin,
        type: "text",
        autocomplete: "one-time-code",
        problem:
          (problem === "missing-verifier" || problem === "wrong-verifier") &&
          texts.problems[problem].what,
      })
    : html`<input type="hidden" name="oauth_verifier" value="${walk.verifier}">`;
  return html`<form method="post" action="/portal/applications/${id}/try" novalidate>
${csrfField(csrf)}
<input type="hidden" name="oauth_token" value="${walk.oauthToken}">
${verifier}
<div class="actions"><button type="submit"${isLater && html` class="secondary"`}>${texts.verifier.exchange}</button></div>
</form>`;
}

/** At most six characters, two of a PIN, tell secrets apart but cannot be used. */
export function shortened(secret: string): string {
  return `${secret.slice(0, Math.min(6, Math.floor(secret.length / 3)))}…`;
}
