import { dayMs } from "../../domain/day.ts";
import type { Shape } from "../languages/formats.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, html, needing } from "./html.ts";

/** The script `dates` shows it in the time zone of the reader's browser, unless the reader chose one. */
export type Shown = Shape | "relative";

/** The whole moment is the tooltip of its day. */
export function day(dates: Texts["dates"], at: number): Html {
  return time(dates, at, dates.day(at), "day");
}

export function moment(dates: Texts["dates"], at: number): Html {
  return time(dates, at, dates.moment(at), "moment");
}

/** A log's moments, to the second; see `zone`. The year of each is printed. */
export function logged(dates: Texts["dates"], at: number, now: number): Html {
  const yearOf = (one: number) =>
    inZone(dates, one, "year", String(new Date(one).getUTCFullYear()));
  const [then, current] = [yearOf(at), yearOf(now)];
  return then === current
    ? time(dates, at, dates.loggedThisYear(at), "logged-this-year", html` data-year="${then}"`)
    : time(dates, at, dates.logged(at), "logged");
}

/** A log's moments are in this zone, which the script changes with them. */
export function zone({ audit, dates: { zoned } }: Texts): Html {
  return zoned
    ? html`<bdi dir="ltr">${zoned.zone}</bdi>`
    : html`<span data-zone>${audit.zone}</span>`;
}

/** `inUtc` is shown unless the reader chose a time zone. */
export function inZone(
  { zoned }: Texts["dates"],
  at: number,
  form: Shape | "year",
  inUtc: string,
): string {
  return zoned?.shapes[form](at) ?? inUtc;
}

/** How long ago it was, or how long it is until then. After a month a day says more. */
export function relative(dates: Texts["dates"], at: number, now: number): Html {
  if (Math.abs(now - at) > 30 * dayMs) return day(dates, at);
  return time(dates, at, dates.since(now - at), "relative");
}

/** `text` is in UTC. A form without a format says how long it takes, which is the same in every zone. */
export function time(
  dates: Texts["dates"],
  at: number,
  text: string,
  form: Shown,
  more?: Html,
): Html {
  if (dates.zoned !== undefined) {
    const shown = form === "relative" ? text : inZone(dates, at, form, text);
    return html`<time datetime="${new Date(at).toISOString()}" title="${inZone(dates, at, "full", "")}"${more}>${shown}</time>`;
  }
  return needing(
    "dates",
    html`<time datetime="${new Date(at).toISOString()}" title="${dates.full(at)}" data-shown="${form}"${more}>${text}</time>`,
  );
}

/** The day is not converted to the reader's time zone. */
export function dayInUtc(dates: Texts["dates"], at: number): Html {
  return html`<time datetime="${new Date(at).toISOString().slice(0, 10)}">${dates.day(at)}</time>`;
}
