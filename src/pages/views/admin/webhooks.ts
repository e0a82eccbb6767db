import type { NamedReceiver, WaitingDelivery } from "../../../domain/delivery.ts";
import { done, nothingDone, tag } from "../banner.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { nextPage, number, shortFacts, table } from "../list.ts";
import { withCode } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { moment, relative } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { eventName } from "./event-table.ts";

type Texts = Viewer["frame"]["texts"]["admin"]["webhooks"];

export type WebhooksPage = {
  readonly viewer: Viewer;
  readonly receivers: readonly ListedReceiver[];
  readonly done?: keyof Texts["done"];
  /** The service was faster than the retry. */
  readonly allDue?: boolean;
  readonly now: number;
};

export interface ListedReceiver {
  readonly receiver: NamedReceiver;
  /** The first of those that wait, or one page of them. */
  readonly deliveries: readonly WaitingDelivery[];
  readonly allHref?: string | undefined;
  readonly nextHref?: string | undefined;
}

export function webhooksPage(page: WebhooksPage): Html {
  const { viewer, receivers, allDue } = page;
  const { webhooks: texts } = viewer.frame.texts.admin;
  const main = html`<article>
${page.done && done(texts.done[page.done])}
${allDue && nothingDone(texts.allDue, "")}
<p>${receivers.length === 0 ? withCode(texts.none) : texts.hint}</p>
</article>
${receivers.map((one, at) => receiverCard(page, one, at))}`;
  return signedInPage(viewer, {
    area: "admin",
    here: "settings",
    title: texts.title,
    main,
    crumbs: [],
  });
}

function receiverCard(page: WebhooksPage, listed: ListedReceiver, at: number): Html {
  const { viewer, now } = page;
  const { frame } = viewer;
  const { webhooks: texts } = frame.texts.admin;
  const { receiver, allHref, nextHref } = listed;
  const { name, waiting, dropped, failingSince, failure, nextAt } = receiver;
  const { dates } = frame.texts;
  const state = failingSince === undefined ? tag("good", texts.works) : tag("soon", texts.failing);
  const id = `receiver-${at}`;
  return html`<article aria-labelledby="${id}">
<header class="titled"><h2 id="${id}"><bdi dir="ltr">${name}</bdi></h2>${state}</header>
${shortFacts([
  [texts.waiting, number(frame, waiting)],
  [texts.dropped, number(frame, dropped)],
  ...(failingSince === undefined
    ? []
    : [[texts.failingSince, moment(dates, failingSince)] as const]),
  ...(failure === undefined ? [] : [[texts.failure, failureInWords(texts, failure)] as const]),
  ...(nextAt > now ? [[texts.next, relative(dates, nextAt, now)] as const] : []),
])}
${waiting > 0 && deliveryTable(page, listed)}
${allHref && html`<p><a class="action" href="${allHref}">${texts.all}</a></p>`}
${nextPage(viewer, nextHref)}
${
  waiting > 0 &&
  html`<form method="post" action="/admin/webhooks">
${csrfField(viewer.csrf)}
<input type="hidden" name="receiver" value="${name}">
<div class="actions"><button type="submit" name="change" value="retry" class="secondary" aria-describedby="${id}">${texts.retry}</button></div>
</form>`
}
</article>`;
}

function deliveryTable(
  { viewer, now }: WebhooksPage,
  { receiver, deliveries }: ListedReceiver,
): Html {
  const { frame } = viewer;
  const { webhooks: texts } = frame.texts.admin;
  const { dates, audit } = frame.texts;
  const { event, since, rejected, next, why } = texts.columns;
  return table(
    texts.waitingFor(receiver.name),
    [event, since, { text: rejected, isNumber: true }, next, why],
    deliveries.map((one) => {
      const nextAt = Math.max(one.dueAt, receiver.nextAt);
      return [
        html`<a class="action" href="/admin/audit/${one.eventId}">${eventName(one.event, audit)}</a>`,
        relative(dates, one.at, now),
        number(frame, one.tries),
        nextAt > now ? relative(dates, nextAt, now) : texts.due,
        one.failure !== undefined && failureInWords(texts, one.failure),
      ];
    }),
  );
}

/** A status, or the code of an error, beside its meaning if it has one. */
function failureInWords(texts: Texts, failure: string): Html {
  if (/^\d+$/.test(failure)) return html`${texts.status} <bdi dir="ltr">${failure}</bdi>`;
  const isKnown = Object.hasOwn(texts.failures, failure);
  const words = isKnown
    ? texts.failures[failure as keyof Texts["failures"]]
    : /CERT|SIGNATURE/.test(failure)
      ? texts.certificate
      : texts.error;
  return html`${words} <code>${failure}</code>`;
}
