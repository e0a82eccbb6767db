import type { AccessLevel } from "../../../../../domain/access.ts";
import type { WalkProblem } from "../../../../languages/english/portal/try.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { takingBack } from "../../../consent.ts";
import { csrfField, field } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { alert, notice } from "../../../notice.ts";
import { name, phrase, plainPhrase } from "../../../phrase.ts";
import { signedInPage } from "../../../signed-in-page.ts";
import type { Viewer } from "../../../viewer.ts";
import { visibleText } from "../../../visible-text.ts";
import { tabHref } from "../../application-page.ts";

export type WalkedApplication = {
  readonly id: string;
  readonly name: string;
  readonly suspendedBecause: string | undefined;
};

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
  readonly application: WalkedApplication;
  readonly walk: Walk;
  readonly problem?: WalkProblem;
};

export function walkPage({ viewer, application, walk, problem }: WalkPage): Html {
  const texts = viewer.frame.texts.portal.walk;
  const title = texts.pageTitle(application.name);
  const { what, advice } =
    problem === undefined ? { what: "", advice: "" } : texts.problems[problem];
  const main = html`<article>
<h1>${phrase(title)}</h1>
${problem !== undefined && alert("problem", what, advice)}
${walk.at === "start" ? startForm(viewer, application) : steps(viewer, application, walk, problem)}
<footer>
${walk.at === "done" && html`<p class="quiet">${takingBack(viewer.frame.texts, "/account")}</p>`}
<p><a class="action" href="${tabHref(application.id, "programs")}">${texts.back}</a></p>
</footer>
</article>`;
  return signedInPage(viewer, {
    area: "portal",
    here: "applications",
    title: plainPhrase(title),
    main,
    crumbs: [
      [tabHref(application.id, "overview"), name(application.name)],
      [tabHref(application.id, "programs"), viewer.frame.texts.portal.application.tabs.programs],
    ],
  });
}

export function walkSection(viewer: Viewer, application: WalkedApplication): Html {
  const { title } = viewer.frame.texts.portal.walk;
  return html`<h3>${title}</h3>
${startForm(viewer, application)}`;
}

type WalkTexts = Texts["portal"]["walk"];
type Walked = Exclude<Walk, { at: "start" }>;

function startForm(viewer: Viewer, { id, suspendedBecause }: WalkedApplication): Html {
  const texts = viewer.frame.texts.portal.walk;
  if (suspendedBecause !== undefined) {
    const what = plainPhrase(texts.suspended(suspendedBecause));
    return notice("now", what, texts.suspendedAdvice);
  }
  return html`<p>${texts.what}</p>
<form method="post" action="/portal/applications/${id}/try">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit">${texts.start}</button></div>
</form>`;
}

function steps(
  viewer: Viewer,
  application: WalkedApplication,
  walk: Walked,
  problem: WalkProblem | undefined,
): Html {
  const texts = viewer.frame.texts.portal.walk;
  return html`<p class="quiet">${texts.inside}</p>
<ol class="steps">
${requestTokenStep(texts, walk.request)}
${consentStep(viewer, walk)}
${walk.at !== "asked" && verifierStep(texts, walk)}
${walk.at === "done" && accessTokenStep(texts, walk)}
${walk.at === "done" && useStep(texts, walk)}
</ol>
${walk.at !== "done" && exchangeForm(viewer, application, walk, problem)}`;
}

function requestTokenStep(texts: WalkTexts, request: WalkedRequest): Html {
  const { callback, consumerKey, token, secret } = request;
  return step(
    texts.requestToken.title,
    html`<p>${texts.requestToken.what}</p>
${wire(texts.sent, ["POST /oauth/request_token"], { oauth_callback: callback, oauth_consumer_key: consumerKey })}
${wire(texts.received, [], { oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: "true" })}`,
  );
}

function consentStep({ frame, screenName }: Viewer, { at, request, ...walk }: Walked): Html {
  const texts = frame.texts.portal.walk;
  if (at !== "asked") {
    return step(
      texts.consent.title,
      html`<p>${phrase(texts.consent.given[request.access](`@${screenName}`))}</p>`,
    );
  }
  const oauthToken = "oauthToken" in walk ? walk.oauthToken : "";
  const isPin = request.callback === "oob";
  return step(
    texts.consent.title,
    html`<p>${isPin ? texts.consent.toDoForPin : texts.consent.toDo}</p>
<p><a class="action" href="/oauth/authorize?oauth_token=${oauthToken}"${isPin && html` target="_blank"`}>${isPin ? texts.consent.openInTab : texts.consent.open}</a></p>`,
  );
}

function verifierStep(
  texts: WalkTexts,
  { request, verifier }: Exclude<Walked, { at: "asked" }>,
): Html {
  const isPin = request.callback === "oob";
  const short = shortened(verifier);
  return step(
    texts.verifier.title,
    html`<p>${isPin ? texts.verifier.typed : texts.verifier.brought}</p>
${wire(texts.received, isPin ? [] : [`GET ${request.callback}`], { ...(!isPin && { oauth_token: request.token }), oauth_verifier: short })}`,
  );
}

function accessTokenStep(
  texts: WalkTexts,
  { request, verifier, access }: Extract<Walked, { at: "done" }>,
): Html {
  return step(
    texts.accessToken.title,
    html`<p>${texts.accessToken.what}</p>
${wire(texts.sent, ["POST /oauth/access_token"], { oauth_consumer_key: request.consumerKey, oauth_token: request.token, oauth_verifier: shortened(verifier) })}
${wire(texts.received, [], access)}`,
  );
}

function useStep(texts: WalkTexts, { access, user }: Extract<Walked, { at: "done" }>): Html {
  return step(
    texts.use.title,
    html`<p>${texts.use.what}</p>
${wire(texts.sent, ["GET /1.1/account/verify_credentials.json"], { oauth_token: access["oauth_token"] ?? "" })}
${wire(texts.received, [JSON.stringify(user, visible, 2)], {})}`,
  );
}

function visible(_name: string, value: unknown): unknown {
  return typeof value === "string" ? visibleText(value) : value;
}

function step(title: string, content: Html): Html {
  return html`<li><h2>${title}</h2>
${content}</li>`;
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
  viewer: Viewer,
  { id }: WalkedApplication,
  walk: Exclude<Walked, { at: "done" }>,
  problem: WalkProblem | undefined,
): Html | undefined {
  const texts = viewer.frame.texts.portal.walk;
  if (walk.at === "asked" && walk.request.callback !== "oob") return undefined;
  const verifier =
    walk.at === "approved"
      ? html`<input type="hidden" name="oauth_verifier" value="${walk.verifier}">`
      : field({
          name: "oauth_verifier",
          label: texts.verifier.pin,
          type: "text",
          autocomplete: "one-time-code",
          problem: problem === "wrong-verifier" && texts.problems[problem].what,
        });
  return html`<form method="post" action="/portal/applications/${id}/try">
${csrfField(viewer.csrf)}
<input type="hidden" name="oauth_token" value="${walk.oauthToken}">
${verifier}
<div class="actions"><button type="submit">${texts.verifier.exchange}</button></div>
</form>`;
}

/** At most six characters, two of a PIN, tell secrets apart but cannot be used. */
export function shortened(secret: string): string {
  return `${secret.slice(0, Math.min(6, Math.floor(secret.length / 3)))}…`;
}
