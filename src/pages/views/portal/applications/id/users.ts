import type { GrantCounts } from "../../../../../domain/access-token.ts";
import { beginningOf } from "../../../../../domain/day.ts";
import { type GrantSeries, grantSeries } from "../../../../../domain/grant-series.ts";
import { chart } from "../../../chart.ts";
import { type Html, html } from "../../../html.ts";
import type { Frame } from "../../../layout.ts";
import { number } from "../../../list.ts";

/** Only numbers are shown, never who has granted access. */
export function usersSection(
  frame: Frame,
  { grants, now }: { readonly grants: GrantCounts; readonly now: number },
): Html {
  const texts = frame.texts.portal.users;
  const series = grantSeries(grants, now);
  const nobody = [...series.held.read, ...series.held.write].every((count) => count === 0);
  return html`<section id="users" aria-labelledby="users-title">
<h2 id="users-title">${texts.title}</h2>
${
  nobody
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : grantFigures(frame, series)
}
</section>`;
}

function grantFigures(frame: Frame, { days, held, weeksChange }: GrantSeries): Html {
  const { users: texts, usage, applications } = frame.texts.portal;
  const { access } = applications;
  const formatted = (count: number) => number(frame, count);
  const figure = (title: string, count: number, text: string) =>
    html`<div><dt>${title}</dt><dd><data value="${count}">${text}</data></dd></div>`;
  const [read, write] = [held.read.at(-1) ?? 0, held.write.at(-1) ?? 0];
  return html`<dl class="figures">${figure(access.read, read, formatted(read))}${figure(access.write, write, formatted(write))}${figure(texts.weeksChange, weeksChange, texts.change(weeksChange))}</dl>
${chart({
  id: "access",
  caption: texts.caption,
  summary: texts.summary(total(held, -1), total(held, 0)),
  tableTitle: usage.table,
  timeTitle: texts.day,
  times: days.map(beginningOf).map((at) => ({ at, text: texts.step(at) })),
  columns: [
    { title: access.read, counts: held.read, drawn: "first" },
    { title: access.write, counts: held.write, drawn: "second" },
  ],
  number: formatted,
})}
<p class="quiet">${texts.whoIsCounted}</p>`;
}

function total({ read, write }: GrantSeries["held"], at: number): number {
  return (read.at(at) ?? 0) + (write.at(at) ?? 0);
}
