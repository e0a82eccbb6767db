import type {
  Explanation,
  RequestDetails,
} from "../../../../../../doctor/logged/request-details.ts";
import type { Texts } from "../../../../../languages/texts.ts";
import { alert } from "../../../../banner.ts";
import { docsHrefOf } from "../../../../docs/errors.ts";
import { type Html, html } from "../../../../html.ts";
import { type Fact, facts } from "../../../../list.ts";
import { name } from "../../../../phrase.ts";
import { copied } from "../../../../scripts.ts";
import { moment, time } from "../../../../time.ts";
import { visibleText } from "../../../../visible-text.ts";
import { fixedPrograms } from "../../../fixed-programs.ts";
import { programChoice } from "../../../program-choice.ts";
import { curlOf } from "../../../request-as-curl.ts";
import { diagnosisAnswer } from "../diagnosis.ts";
import {
  callerOrCause,
  clockOf,
  queryOf,
  type RequestLogPage,
  requestLog,
  requestLogSection,
  resultTag,
  type ShownRequest,
  targetOf,
} from "../requests.ts";

/** On a wide page a request is beside the list; on a narrow one it is alone, with a link to the list. */
export function requestSection(page: RequestLogPage): Html {
  const { viewer, selected, href, filter } = page;
  const { requests: texts } = viewer.frame.texts.portal;
  return requestLogSection(
    page,
    html`<div class="list-and-one">
${requestLog(page)}
<div id="request">
<p class="to-list"><a class="action" href="${href}${queryOf(filter)}">${texts.back}</a></p>
${selected === undefined ? alert("request-problem", texts.notFound.what, texts.notFound.advice) : requestDetail(page, selected)}
</div>
</div>`,
  );
}

/** The answer comes first. */
function requestDetail(page: RequestLogPage, request: ShownRequest): Html {
  const { viewer, application, href } = page;
  const { portal, dates, shell } = viewer.frame.texts;
  const { requests: texts } = portal;
  const { id, at, operation, code, details } = request;
  const { explanation } = details;
  return html`<div class="titled"><h3><code dir="ltr">${targetOf(texts, request)}</code></h3> ${resultTag(texts, request)}</div>
${
  explanation
    ? html`${diagnosisAnswer(viewer.frame.texts, explanation.diagnosis, texts.noCause)}
<p class="quiet">${texts.atRejection}</p>`
    : html`<p>${callerOrCause(portal, request)}</p>`
}
${facts([
  [texts.id, html`<code>${id}</code>`],
  [
    texts.when,
    html`${moment(dates, at)} <small>(${time(dates, at, clockOf(at), "clock-to-ms")})</small>`,
  ],
  [texts.caller, callerFact(portal, request)],
  ...(operation === ""
    ? []
    : ([[texts.operation, html`<code>${visibleText(operation)}</code>`]] as const)),
  ...(code === 0
    ? []
    : ([[texts.code, html`<a class="action" href="${docsHrefOf(code)}">${code}</a>`]] as const)),
  ...(explanation
    ? ([
        [texts.message, html`<code lang="en" dir="ltr">${visibleText(explanation.message)}</code>`],
      ] as const)
    : []),
])}
<h4>${texts.sent}</h4>
${facts(sentFacts(texts, request))}
<details><summary>${texts.curl}</summary>
<p class="quiet">${texts.curlHint}</p>
<pre dir="ltr"><code${copied(shell.script.copies.command)} data-language="sh">${visibleLines(curlOf(details, application.consumerKey, page.origin))}</code></pre>
</details>
${
  explanation &&
  html`${fixedCode(page, details, explanation)}
<details><summary>${texts.request}</summary>
<pre dir="ltr"><code${copied(shell.script.copies.request)}>${visibleLines(explanation.request)}</code></pre>
</details>`
}
${page.forEditors && html`<p>${texts.link} <a href="${href}/${id}"><bdi>${id}</bdi></a></p>`}`;
}

/** Without a program for this request there are the application's usual ones. */
function fixedCode(
  { viewer, application, forEditors, origin: baseUrl }: RequestLogPage,
  { origin = baseUrl }: RequestDetails,
  { request }: Explanation,
): Html {
  const { portal, shell } = viewer.frame.texts;
  const { fixed } = portal.requests;
  const programs = fixedPrograms(request, { baseUrl, origin });
  if (programs.length === 0) {
    return html`${forEditors && html`<p><a href="/portal/applications/${application.id}/programs">${fixed.none}</a></p>`}`;
  }
  return html`<details><summary>${fixed.title}</summary>
<p class="quiet">${fixed.hint}</p>
${programChoice(
  fixed.title,
  programs.map(({ language: { id, title }, code }) => ({
    title: name(title),
    content: html`<pre dir="ltr" tabindex="0"><code${copied(shell.script.copies.program)} data-language="${id}" id="fixed-${id}">${code.split("\t").map(visibleLines).join("\t")}</code></pre>`,
  })),
)}
</details>`;
}

function callerFact({ requests: texts, usage }: Texts["portal"], request: ShownRequest): Html {
  const { screenName, authenticated } = request;
  if (!authenticated) return html`${usage.unauthenticated.title}`;
  return screenName === undefined ? html`${texts.alone}` : html`<bdi>@${name(screenName)}</bdi>`;
}

function sentFacts(texts: Texts["portal"]["requests"], { at, details }: ShownRequest): Fact[] {
  const { timestamp, nonce, signatureMethod, userAgent, address, credential } = details;
  const code = (text: string) => html`<code dir="ltr">${visibleText(text)}</code>`;
  const seconds = timestamp === undefined ? Number.NaN : Math.floor(at / 1000) - Number(timestamp);
  const off = Number.isSafeInteger(seconds) && seconds !== 0 && html` ${texts.late(seconds)}`;
  const rows: (readonly [Html, Html | undefined])[] = [
    [code("oauth_timestamp"), timestamp === undefined ? undefined : html`${code(timestamp)}${off}`],
    [code("oauth_nonce"), nonce === undefined ? undefined : code(nonce)],
    [
      code("oauth_signature_method"),
      signatureMethod === undefined ? undefined : code(signatureMethod),
    ],
    [html`${texts.credential}`, credential && html`${texts.credentials[credential]}`],
    [code("User-Agent"), userAgent === undefined ? undefined : code(userAgent)],
    [html`${texts.address}`, code(address)],
  ];
  return rows.flatMap(([title, value]) => (value === undefined ? [] : [[title, value] as const]));
}

/** A line end is no hidden character here, so each line is handled alone. */
function visibleLines(text: string): string {
  return text.split("\n").map(visibleText).join("\n");
}
