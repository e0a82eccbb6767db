import type { Application } from "../../../domain/application.ts";
import { tag } from "../banner.ts";
import { type Html, html } from "../html.ts";
import { logged } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { tabHref } from "./application-page.ts";
import {
  callerOrCause,
  liveLink,
  resultTag,
  type ShownRequest,
} from "./applications/id/requests.ts";

/** A line that says when a call of the application arrived, and whether it was verified. It follows the service. */
export function latestCall(
  viewer: Viewer,
  { id }: Pick<Application, "id">,
  latest: ShownRequest | undefined,
  now: number,
): Html {
  const { requests, programs } = viewer.frame.texts.portal;
  const texts = { ...requests, live: { ...requests.live, ...programs.arrived.live } };
  return html`<div class="request-states"><p role="status" data-part="arrived">${latest === undefined ? programs.arrived.waiting : arrived(viewer, id, latest, now)}</p> ${liveLink(texts, tabHref(id, "programs"))}</div>`;
}

function arrived(
  { frame: { texts } }: Viewer,
  applicationId: string,
  latest: ShownRequest,
  now: number,
): Html {
  const { requests, programs } = texts.portal;
  const result =
    latest.code === 0
      ? tag("good", requests.verified)
      : html`${resultTag(requests, latest)} ${callerOrCause(texts.portal, latest)}`;
  return html`${programs.arrived.label} ${logged(texts.dates, latest.at, now)} ${result} <a class="action" href="${tabHref(applicationId, "requests")}/${latest.id}">${programs.arrived.open}</a>`;
}
