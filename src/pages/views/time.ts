import { dayMs } from "../../domain/day.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, html, needing } from "./html.ts";

/** The script of the same name shows it in the reader's time zone. */
export type Shown =
  | "day"
  | "moment"
  | "logged"
  | "logged-this-year"
  | "full"
  | "clock"
  | "clock-to-ms"
  | "day-and-clock"
  | "relative";

/** The whole moment is the tooltip of its day. */
export function day(dates: Texts["dates"], at: number): Html {
  return time(dates, at, dates.day(at), "day");
}

export function moment(dates: Texts["dates"], at: number): Html {
  return time(dates, at, dates.moment(at), "moment");
}

/** A log's moments, to the second; see `zone`. The year of each is printed. */
export function logged(dates: Texts["dates"], at: number, now: number): Html {
  const [then, current] = [at, now].map((one) => new Date(one).getUTCFullYear());
  return then === current
    ? time(dates, at, dates.loggedThisYear(at), "logged-this-year", html` data-year="${then}"`)
    : time(dates, at, dates.logged(at), "logged");
}

/** A log's moments are in this zone, which the script changes with them. */
export function zone({ audit }: Texts): Html {
  return html`<span data-zone>${audit.zone}</span>`;
}

/** How long ago it was, or how long it is until then. After a month a day says more. */
export function relative(dates: Texts["dates"], at: number, now: number): Html {
  if (Math.abs(now - at) > 30 * dayMs) return day(dates, at);
  return time(dates, at, dates.since(now - at), "relative");
}

/** `text` is in UTC. */
export function time(
  dates: Texts["dates"],
  at: number,
  text: string,
  form: Shown,
  more?: Html,
): Html {
  return needing(
    "dates",
    html`<time datetime="${new Date(at).toISOString()}" title="${dates.full(at)}" data-shown="${form}"${more}>${text}</time>`,
  );
}

/** The day is not converted to the reader's time zone. */
export function dayInUtc(dates: Texts["dates"], at: number): Html {
  return html`<time datetime="${new Date(at).toISOString().slice(0, 10)}">${dates.day(at)}</time>`;
}
