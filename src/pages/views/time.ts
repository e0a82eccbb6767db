import type { Texts } from "../languages/texts.ts";
import { type Html, html } from "./html.ts";

/** The script of the same name shows it the same sign-in method the reader's time zone. */
export type Shown = "day" | "moment" | "second" | "full" | "clock" | "day-and-clock";

/** The whole moment is the tooltip of its day. */
export function day(dates: Texts["dates"], at: number): Html {
  return time(dates, at, dates.day(at), "day");
}

export function moment(dates: Texts["dates"], at: number): Html {
  return time(dates, at, dates.moment(at), "moment");
}

/** A log's moments, to the second. */
export function second(dates: Texts["dates"], at: number): Html {
  return time(dates, at, dates.second(at), "second");
}

/** `text` is in UTC. */
export function time(dates: Texts["dates"], at: number, text: string, shown: Shown): Html {
  return html`<time datetime="${new Date(at).toISOString()}" title="${dates.full(at)}" data-shown="${shown}">${text}</time>`;
}

/** The day is not converted to the reader's time zone. */
export function dayInUtc(dates: Texts["dates"], at: number): Html {
  return html`<time datetime="${new Date(at).toISOString().slice(0, 10)}">${dates.day(at)}</time>`;
}
