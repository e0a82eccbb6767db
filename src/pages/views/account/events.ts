import { isUserEvent } from "../../../domain/audit.ts";
import { type Html, html } from "../html.ts";
import { networkAddress, nextPage } from "../list.ts";
import { linked, phrase } from "../phrase.ts";
import { dotted, type Row, rowList } from "../row.ts";
import { signedInPage } from "../signed-in-page.ts";
import { withSupport } from "../support.ts";
import { moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";

export type Events = {
  readonly viewer: Viewer;
  readonly events: readonly EventRow[];
  readonly nextHref?: string | undefined;
};

export type EventRow = {
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
      : html`<p class="quiet">${linked(texts.whatTheyAre, "/account/password", "/account/sessions")}</p>
${rowList(events.map((one) => eventRow(viewer, one)))}`;
  const main = html`<article>
${list}
${nextPage(viewer, nextHref)}
</article>`;
  return signedInPage(viewer, { area: "account", here: "events", title: titles.events, main });
}

export function eventRow(viewer: Viewer, event: EventRow): Row {
  const { dates, account: all } = viewer.frame.texts;
  const texts = all.events;
  return {
    title: isUserEvent(event.name)
      ? phrase(texts.happened[event.name](event.applicationName ?? texts.goneApplication))
      : html`${texts.other} <code>${event.name}</code>`,
    lines: [
      dotted(
        moment(dates, event.at),
        event.by !== "self" && withSupport(viewer.frame, texts.by[event.by]),
        event.address && html`${texts.from} ${networkAddress(event.address)}`,
      ),
    ],
  };
}
