import { isUserEvent } from "../../domain/audit.ts";
import { type Html, html } from "../html.ts";
import { name, phrase } from "../phrase.ts";
import { type Account, accountPage, nextPage, time } from "./account-page.ts";

export type Events = {
  readonly account: Account;
  readonly events: readonly EventRow[];
  readonly nextHref?: string;
};

type EventRow = {
  readonly name: string;
  readonly at: number;
  readonly by: "self" | "application" | "operator";
  readonly applicationName: string | undefined;
  readonly address?: string;
};

export function eventsPage({ account, events, nextHref }: Events): Html {
  const { titles, events: texts } = account.frame.texts.account;
  const list =
    events.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<p class="quiet">${texts.whatTheyAre}</p>
<ul class="items">${events.map((one) => item(account, one))}</ul>`;
  const main = html`<article>
<h1>${titles.events}</h1>
${list}
${nextPage(account, nextHref)}
</article>`;
  return accountPage(account, "events", main);
}

function item(account: Account, event: EventRow): Html {
  const { dates, account: all } = account.frame.texts;
  const texts = all.events;
  const happened = isUserEvent(event.name)
    ? phrase(texts.happened[event.name](event.applicationName ?? texts.goneApplication))
    : html`${texts.other} <code>${event.name}</code>`;
  return html`<li>
<p>${happened}</p>
<p class="quiet">${time(event.at, dates.moment(event.at))}${event.by !== "self" && html` · ${texts.by[event.by]}`}${event.address && html`<br>${texts.from} ${name(event.address)}`}</p>
</li>`;
}
