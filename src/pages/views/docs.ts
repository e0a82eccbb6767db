import type { Application } from "../../domain/application.ts";
import * as english from "../languages/english.ts";
import { textsIn } from "../languages/zoned.ts";
import { tag } from "./banner.ts";
import { type Docs, type DocsPage, docsHref, type ShownApplication } from "./docs/page.ts";
import { csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { name } from "./phrase.ts";
import { tabHref } from "./portal/application-page.ts";
import { credentialPath } from "./portal/applications/id/keys.ts";
import {
  callerOrCause,
  liveLink,
  resultTag,
  type ShownRequest,
} from "./portal/applications/id/requests.ts";
import { envFileName } from "./portal/env-file.ts";
import { sentCall } from "./portal/sent-call.ts";
import { copied } from "./scripts.ts";
import { logged } from "./time.ts";
import type { Viewer } from "./viewer.ts";

/** The first page of the documentation. */
export const quickstart: DocsPage = {
  id: undefined,
  title: "Your first signed call",
  shortTitle: "Quickstart",
  description:
    "Create an application, save its keys, and run a program that signs a call with them: three minutes.",
  isSteps: true,
  programs: { task: "quickstart", below: "call" },
  sections: [
    { id: "create", title: "Create an application", content: create },
    { id: "keys", title: "Save its keys", content: keys },
    { id: "call", title: "Call", content: call },
    { id: "arrived", title: "See it arrive", content: arrived },
  ],
};

function create({ viewer, own }: Docs): Html {
  if (viewer === undefined) {
    return html`<p class="quiet">Sign in, and the steps below have your application’s key. No callback URL is needed for this. Keep “Create my own access token” selected.</p>
<p><a class="button" href="/portal/create">Sign in and create one</a></p>`;
  }
  if (own === undefined) {
    return html`<p class="quiet">No callback URL is needed for this. Keep “Create my own access token” selected.</p>
<p><a class="button" href="/portal/create">Create an application</a></p>`;
  }
  const { id, name: title, access } = own.application;
  return html`<p class="quiet" data-done>${name(title)} · ${access} · <a href="${tabHref(id, "overview")}">Open</a></p>`;
}

/** The secrets were shown once, when they were created. */
function keys({ own, baseUrl, highlight }: Docs): Html {
  const file = envFileName(own?.application.name ?? "weather");
  const toFill = (words: string) => html`<span class="comment">${words}</span>`;
  const lost =
    own &&
    html` A secret that you haven’t saved can’t be shown again: <a href="${tabHref(own.application.id, "keys")}">create a new one</a>.`;
  return html`<p class="quiet"${hasArrived(own) && html` data-done`}>The page of the new application offers this file to save. Every program here reads it.${lost}</p>
<pre><code>${toFill(`# ${file}`)}
BASE_URL=${baseUrl}
CONSUMER_KEY=${own?.application.consumerKey ?? toFill("your application’s key")}
CONSUMER_SECRET=${toFill("its secret, shown once")}
ACCESS_TOKEN=${toFill("your own access token")}
ACCESS_TOKEN_SECRET=${toFill("its secret, shown once")}</code></pre>
<p class="quiet">Load it in a terminal, in the folder where you saved it, and run the program there:</p>
<pre><code${copied("Copy the command")}>${highlight(`set -a; . ./${file}; set +a`, "bash")}</code></pre>`;
}

function call(docs: Docs): Html {
  const { viewer, own } = docs;
  if (viewer === undefined || own === undefined) {
    return html`<p class="quiet">Run the program in your language. It asks whose access token it has.</p>`;
  }
  const { application, hasOwnToken, sent, log } = own;
  const action = hasOwnToken
    ? html`<form method="post" action="/docs#call" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="application" value="${application.id}">
<div class="actions"><button type="submit" class="secondary">Send it from here</button> <span class="quiet">as ${name(`@${viewer.screenName}`)}, one request of its limit</span></div>
</form>`
    : html`<p><a class="button secondary" href="${credentialPath(application.id, "access-token")}">Create an access token</a> <span class="quiet">Then a button here sends the call too.</span></p>`;
  return html`<p class="quiet"${hasArrived(own) && html` data-done`}>Copy the program on this page in your language, and run it${hasOwnToken && html`. Or let the service send the call, which it then signs with your own access token`}.</p>
${action}
${sent && sentCall(inEnglish(viewer), application, sent, log !== undefined)}`;
}

/** The call that arrived has used the keys and the program. */
function hasArrived(own: ShownApplication | undefined): boolean {
  return own?.log?.latest?.code === 0;
}

/** The line follows the service, if the page has the same application when it is loaded again. */
function arrived({ viewer, own }: Docs): Html {
  if (viewer === undefined || own === undefined) {
    return html`<p class="quiet">Here the page says when the call of your program arrived, or why it was rejected.</p>`;
  }
  const { application, isNewest, log, now } = own;
  if (log === undefined) {
    return html`<p class="quiet">This service logs no requests, but <a href="${tabHref(application.id, "usage")}">Usage</a> counts them.</p>`;
  }
  const { portal } = english;
  const texts = {
    ...portal.requests,
    live: { ...portal.requests.live, ...portal.programs.arrived.live },
  };
  return html`<div class="request-states"><p role="status" data-part="arrived-${application.id}">${log.latest === undefined ? portal.programs.arrived.waiting : latest(viewer, application, log.latest, now)}</p> ${isNewest && liveLink(texts, docsHref(quickstart))}</div>`;
}

function latest(viewer: Viewer, { id }: Application, request: ShownRequest, now: number): Html {
  const { dates } = inEnglish(viewer).frame.texts;
  const { portal } = english;
  const result =
    request.code === 0
      ? html`<span data-done>${tag("good", portal.requests.verified)}</span>`
      : html`${resultTag(portal.requests, request)} ${callerOrCause(portal, request)}`;
  return html`${portal.programs.arrived.label} ${logged(dates, request.at, now)} ${result} <a class="action" href="${tabHref(id, "requests")}/${request.id}">${portal.programs.arrived.open}</a>`;
}

/** The documentation is in English, with times as its reader chose. */
function inEnglish(viewer: Viewer): Viewer {
  const { frame } = viewer;
  const texts = textsIn(english, frame.texts.dates.zoned?.zone);
  return { ...viewer, frame: { ...frame, texts } };
}
