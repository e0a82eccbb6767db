import type { RequestDetails } from "../../../../../doctor/logged/request-details.ts";
import type { Application } from "../../../../../domain/application.ts";
import type { LoggedRequest } from "../../../../../domain/logged-request.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { tag } from "../../../banner.ts";
import { searchesIn } from "../../../form.ts";
import { type Html, html, needing } from "../../../html.ts";
import { time } from "../../../time.ts";
import type { Viewer } from "../../../viewer.ts";
import { visibleText } from "../../../visible-text.ts";
import { visiblyExplained } from "../../visible-cause.ts";

export const requestStates = ["all", "verified", "rejected"] as const;
export const requestPeriods = ["all", "day", "hour"] as const;

export type RequestFilter = {
  readonly text: string;
  readonly state: (typeof requestStates)[number];
  readonly code: number | undefined;
  readonly period: (typeof requestPeriods)[number];
};

export type ShownRequest = LoggedRequest & {
  readonly screenName: string | undefined;
  readonly details: RequestDetails;
};

export type RequestLogPage = {
  readonly viewer: Viewer;
  readonly application: Pick<Application, "id" | "consumerKey" | "callbacks">;
  /** Of the list; a request's page is below it. */
  readonly href: string;
  /** The viewer can open what only the application's editors can. */
  readonly forEditors: boolean;
  readonly filter: RequestFilter;
  /** The newest is first. */
  readonly requests: readonly ShownRequest[];
  readonly counts: Readonly<Record<RequestFilter["state"], number>>;
  /** Of the causes that can be chosen. */
  readonly codes: readonly number[];
  readonly isEmpty: boolean;
  /** If it is 0, the request log is turned off. */
  readonly keptDays: number;
  readonly selected?: ShownRequest | undefined;
  /** Where the service is called. */
  readonly origin: string;
};

export function requestsSection(page: RequestLogPage): Html {
  return requestLogSection(page, requestLog(page));
}

export function requestLogSection(
  { viewer, application, forEditors }: RequestLogPage,
  content: Html,
): Html {
  const { requests: texts, check } = viewer.frame.texts.portal;
  return html`<section id="requests" aria-labelledby="requests-title">
<div class="titled"><h2 id="requests-title">${texts.title}</h2>${forEditors && html` <a class="action" href="${`/portal/applications/${application.id}/check`}">${check.title}</a>`}</div>
<p class="quiet">${texts.what}</p>
${content}
</section>`;
}

export function requestLog(page: RequestLogPage): Html {
  const { viewer, keptDays } = page;
  const { requests: texts } = viewer.frame.texts.portal;
  return html`<div class="requests">
${filters(page)}
${
  keptDays === 0
    ? html`<p class="quiet">${texts.off}</p>`
    : html`<div data-part="list">${requestList(page)}</div>
<p class="quiet">${texts.kept(keptDays)}</p>`
}
</div>`;
}

function filters({ viewer, filter, counts, codes, href, keptDays }: RequestLogPage): Html {
  const { requests: texts, usage } = viewer.frame.texts.portal;
  const reasons: Readonly<Record<number, string>> = usage.why.reasons;
  const state = filter.state === "all" ? undefined : filter.state;
  const options = codes.map((code) => [String(code), `${reasons[code] ?? ""} (${code})`] as const);
  return html`<search><form method="post" action="/search" class="filters" novalidate>
${searchesIn(viewer, href)}
<input name="q" type="search" aria-label="${texts.search}" value="${filter.text}" placeholder="${texts.search}" autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto">
${choice("cause", texts.cause, String(filter.code ?? ""), [["", texts.anyCause], ...options])}
${choice(
  "within",
  texts.period,
  filter.period,
  requestPeriods.map((value) => [value, texts.periods[value]]),
)}
${state && html`<input type="hidden" name="show" value="${state}">`}
<button type="submit">${texts.show}</button>
</form></search>
<div class="request-states"><ul class="periods" aria-label="${texts.statesLabel}" data-part="states">${requestStates.map(
    (one) =>
      html`<li><a class="action" href="${href}${queryOf({ ...filter, state: one })}"${one === filter.state && html` aria-current="true"`}>${texts.states[one]} ${usage.number(counts[one])}</a></li>`,
  )}</ul> ${keptDays > 0 && liveLink(texts, `${href}${queryOf(filter)}`)}</div>`;
}

/** Without script it loads the page again. */
export function liveLink({ refresh, live }: Texts["portal"]["requests"], href: string): Html {
  return needing(
    "live",
    html`<a class="action" href="${href}" data-live="${live.on}" data-ended="${live.ended}" data-failed="${live.failed}">${refresh}</a>`,
  );
}

function choice(
  name: string,
  label: string,
  chosen: string,
  options: readonly (readonly [value: string, text: string])[],
): Html {
  return html`<select name="${name}" aria-label="${label}">${options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select>`;
}

function requestList({ viewer, requests, isEmpty, href, filter, selected }: RequestLogPage): Html {
  const { portal, dates } = viewer.frame.texts;
  const texts = portal.requests;
  if (requests.length === 0) {
    return html`<p>${isEmpty ? texts.none : texts.noMatch}</p>`;
  }
  return html`<ol class="request-list">${requests.map(
    (one) => html`<li class="request-row${one.id === selected?.id && html` selected`}">
<span class="request-time">${time(dates, one.at, clockOf(one.at), "clock-to-ms")}</span>
<a class="request-link" href="${href}/${one.id}${queryOf(filter)}#request"${one.id === selected?.id && html` aria-current="true"`}><code dir="ltr">${targetOf(texts, one)}</code></a>
<div class="request-about">${one.operation === "" && html`${tag("information", texts.gateway)} `}${callerOrCause(portal, one)}</div>
<div class="request-result">${resultTag(texts, one)}</div>
</li>`,
  )}</ol>`;
}

export function targetOf(
  texts: Texts["portal"]["requests"],
  { operation, details }: ShownRequest,
): string {
  const { method, target } = details;
  return visibleText(`${method} ${target ?? (operation === "" ? texts.yourApi : operation)}`);
}

/** The service does not know the status with which an API responded to a verified request. */
export function resultTag(
  texts: Texts["portal"]["requests"],
  { code, details: { status } }: ShownRequest,
): Html {
  return code === 0
    ? tag("good", status === undefined ? texts.verified : String(status))
    : tag("now", status === undefined ? String(code) : `${status} · ${code}`);
}

/** Who called, or why the request was rejected, in words. */
export function callerOrCause(portal: Texts["portal"], request: ShownRequest): Html {
  const { code, screenName, authenticated, details } = request;
  const { requests: texts, usage, check } = portal;
  if (code === 0) {
    const caller = screenName === undefined ? texts.alone : html`<bdi>@${screenName}</bdi>`;
    const { access } = details;
    return html`${caller}${access && html` · ${portal.keys.levels[access]}`}`;
  }
  const [first] = details.explanation?.diagnosis.findings ?? [];
  const reasons: Readonly<Record<number, string>> = usage.why.reasons;
  const cause =
    first === undefined ? reasons[code] : visiblyExplained(first.cause, check.causes).what;
  return html`${cause}${!authenticated && html` <small>${usage.unauthenticated.title}</small>`}`;
}

/** The filters of a list, in the URL of a link. */
export function queryOf({ text, state, code, period }: RequestFilter): string {
  const query = new URLSearchParams({
    ...(text !== "" && { q: text }),
    ...(state !== "all" && { show: state }),
    ...(code !== undefined && { cause: String(code) }),
    ...(period !== "all" && { within: period }),
  });
  return query.size === 0 ? "" : `?${query}`;
}

/** In UTC. */
export function clockOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}
