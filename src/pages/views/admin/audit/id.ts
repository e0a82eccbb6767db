import type { AuditedEvent } from "../../../../domain/audit.ts";
import { type Html, html } from "../../html.ts";
import { facts, networkAddress } from "../../list.ts";
import { signedInPage } from "../../signed-in-page.ts";
import { time } from "../../time.ts";
import type { Viewer } from "../../viewer.ts";
import { actor, affected, application, happened, worded } from "../event-table.ts";
import { detailsInWords } from "../event-words.ts";

export function eventPage(viewer: Viewer, event: AuditedEvent): Html {
  const { audit: texts, dates } = viewer.frame.texts;
  const { columns } = texts;
  const whom = affected(event, texts);
  const which = application(event, texts);
  const { address, name: recordedAs } = event;
  const main = html`<article>
${facts([
  [columns.when, time(dates, event.at, dates.full(event.at), "full")],
  [columns.who, actor(event, texts)],
  ...(whom ? ([[columns.user, whom]] as const) : []),
  ...(which ? ([[columns.application, which]] as const) : []),
  ...(address ? ([[columns.address, networkAddress(address)]] as const) : []),
  ...detailsInWords(event, viewer.frame.texts).map(
    ([label, value]) => [worded(label), worded(value)] as const,
  ),
  [texts.recordedAs, html`<code>${recordedAs}</code>`],
  [texts.id, html`<code>${event.id}</code>`],
])}
</article>`;
  const title = texts.title;
  return signedInPage(viewer, {
    area: "admin",
    here: "audit",
    title,
    head: { heading: happened(event, texts) },
    main,
    crumbs: [],
  });
}
