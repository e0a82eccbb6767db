import { isUserEvent } from "../../../domain/audit.ts";
import { type Html, html } from "../html.ts";
import { networkAddress, nextPage } from "../list.ts";
import { phrase } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { withSupport } from "../support.ts";
import { moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";

export type Events = {
  readonly viewer: Viewer;
  readonly events: readonly EventRow[];
  readonly nextHref?: string | undefined;
};

type EventRow = {
  readonly name: string;
  readonly at: number;
  readonly by: "self" | "application" | "admin";
  readonly applicationName: string | undefined;
  readonly address?: string;
};

export function eventsPage({ viewer, events, nextHref }: Events): Html {
  const { titles, events: texts } = viewer.frame.texts.account;
  const list =
    events.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<p class="quiet">${texts.whatTheyAre}</p>
<ul class="items">${events.map((one) => item(viewer, one))}</ul>`;
  const main = html`<article>
<h1>${titles.events}</h1>
${list}
${nextPage(viewer, nextHref)}
</article>`;
  return signedInPage(viewer, { area: "account", here: "events", title: titles.events, main });
}

function item(viewer: Viewer, event: EventRow): Html {
  const { dates, account: all } = viewer.frame.texts;
  const texts = all.events;
  const happened = isUserEvent(event.name)
    ? phrase(texts.happened[event.name](event.applicationName ?? texts.goneApplication))
    : html`${texts.other} <code>${event.name}</code>`;
  return html`<li>
<p>${happened}</p>
<p class="quiet">${moment(dates, event.at)}${event.by !== "self" && html` · ${withSupport(viewer.frame, texts.by[event.by])}`}${event.address && html`<br>${texts.from} ${networkAddress(event.address)}`}</p>
</li>`;
}
