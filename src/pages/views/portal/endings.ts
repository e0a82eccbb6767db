import { beginningOf } from "../../../domain/day.ts";
import type { Ending } from "../../../domain/ending.ts";
import { traitsShownDays } from "../../../domain/trait.ts";
import type { Texts } from "../../languages/texts.ts";
import { tag } from "../banner.ts";
import { type Html, html } from "../html.ts";
import { number, table } from "../list.ts";
import { dayInUtc } from "../time.ts";
import type { Viewer } from "../viewer.ts";

/** Tells those who work on an application what of it ends, when, and how much it is still used. */
export function endingsSection({ frame }: Viewer, endings: readonly Ending[], now: number): Html {
  const { dates, admin, portal } = frame.texts;
  const { columns, minutes, over } = admin.sunsets;
  const texts = portal.application.endings;
  return html`<section aria-labelledby="endings-title">
<h2 id="endings-title">${texts.title}</h2>
<p>${texts.hint(traitsShownDays)}</p>
${table(
  texts.title,
  [columns.what, columns.ends, columns.last, { text: columns.requests, isNumber: true }],
  endings.map(({ sunset, use }) => [
    html`${endingText(frame.texts, sunset.trait)}<br><a href="${sunset.link}" rel="noreferrer">${texts.link}</a>`,
    html`${dayInUtc(dates, sunset.endsAt)}${now >= sunset.endsAt && html` ${tag("now", over)}`}${
      sunset.brownout &&
      html`<br><small>${columns.brownout}: ${dayInUtc(dates, sunset.brownout.from)} – ${dayInUtc(dates, sunset.brownout.until - 1)}, ${minutes(sunset.brownout.minutes)}</small>`
    }`,
    use === undefined ? "–" : dayInUtc(dates, beginningOf(use.lastDay)),
    use === undefined ? "–" : number(frame, use.requests),
  ]),
)}
</section>`;
}

export function endingText({ admin, portal }: Texts, trait: Ending["sunset"]["trait"]): string {
  return trait === undefined ? portal.application.endings.everything : admin.sunsets.traits[trait];
}
