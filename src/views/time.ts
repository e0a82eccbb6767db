import type { DateTexts } from "../languages/texts/dates.ts";
import { type Html, html } from "./html.ts";

/** How much of a moment is shown; the script of the same name shows as much of it in the reader's own zone. */
export type Shown = "day" | "moment" | "clock" | "day-and-clock";

/** The day of a moment, with the whole moment for who points at it. */
export function day(dates: DateTexts, at: number): Html {
  return time(dates, at, dates.day(at), "day");
}

/** Day and time of day. */
export function moment(dates: DateTexts, at: number): Html {
  return time(dates, at, dates.moment(at), "moment");
}

/** A moment that a page writes in its own way. `text` is in UTC. */
export function time(dates: DateTexts, at: number, text: string, shown: Shown): Html {
  return html`<time datetime="${new Date(at).toISOString()}" title="${dates.full(at)}" data-shown="${shown}">${text}</time>`;
}

/** What is known by its day in UTC alone: no zone makes another day of it. */
export function dayInUtc(dates: DateTexts, at: number): Html {
  return html`<time datetime="${new Date(at).toISOString().slice(0, 10)}">${dates.day(at)}</time>`;
}
