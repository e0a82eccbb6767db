import { isUserEvent } from "../../domain/audit.ts";
import { type Html, html } from "../html.ts";
import { networkAddress, nextPage } from "../list.ts";
import type { Person } from "../person.ts";
import { phrase } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { withSupport } from "../support.ts";
import { moment } from "../time.ts";

export type Events = {
  readonly person: Person;
  readonly events: readonly EventRow[];
  readonly nextHref?: string | undefined;
};

type EventRow = {
  readonly name: string;
  readonly at: number;
  readonly by: "self" | "application" | "operator";
  readonly applicationName: string | undefined;
  readonly address?: string;
};

export function eventsPage({ person, events, nextHref }: Events): Html {
  const { titles, events: texts } = person.frame.texts.account;
  const list =
    events.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<p class="quiet">${texts.whatTheyAre}</p>
<ul class="items">${events.map((one) => item(person, one))}</ul>`;
  const main = html`<article>
<h1>${titles.events}</h1>
${list}
${nextPage(person, nextHref)}
</article>`;
  return signedInPage(person, { area: "account", here: "events", title: titles.events, main });
}

function item(person: Person, event: EventRow): Html {
  const { dates, account: all } = person.frame.texts;
  const texts = all.events;
  const happened = isUserEvent(event.name)
    ? phrase(texts.happened[event.name](event.applicationName ?? texts.goneApplication))
    : html`${texts.other} <code>${event.name}</code>`;
  return html`<li>
<p>${happened}</p>
<p class="quiet">${moment(dates, event.at)}${event.by !== "self" && html` · ${withSupport(person.frame, texts.by[event.by])}`}${event.address && html`<br>${texts.from} ${networkAddress(event.address)}`}</p>
</li>`;
}
