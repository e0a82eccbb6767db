import type { TimeZone } from "../../domain/time-zone.ts";

/** Each `Intl` format is created when it is first used: all at once would add 40 ms to every start. */

export interface Format<T> {
  format(value: T): string;
}

export function numbersIn(locale: string, options?: Intl.NumberFormatOptions): Format<number> {
  return laterFormat(() => new Intl.NumberFormat(locale, options));
}

export function timesIn(locale: string, options: Intl.DateTimeFormatOptions): Format<number> {
  return laterFormat(() => new Intl.DateTimeFormat(locale, options));
}

export function pluralsIn(locale: string): { select(count: number): Intl.LDMLPluralRule } {
  const rules = later(() => new Intl.PluralRules(locale));
  return { select: (count) => rules().select(count) };
}

/** Times are milliseconds since the epoch, and shown in UTC. */
type DateTexts = {
  /** Lists show a short date. */
  readonly day: (at: number) => string;
  /** From one day to another, or one day. */
  readonly days: (from: number, to: number) => string;
  /** The argument is in whole days, such as "3 days ago"; 0 is today. */
  readonly ago: (days: number) => string;
  /** The argument is in milliseconds; it is negative in the future. In minutes, hours or days. */
  readonly since: (ms: number) => string;
  /** A short date is followed by the time of day and "UTC". */
  readonly moment: (at: number) => string;
  /** A log's moments have seconds, and the year if it is another; the column has the zone. */
  readonly logged: (at: number) => string;
  readonly loggedThisYear: (at: number) => string;
  /** The full time is shown when someone points at a short date. */
  readonly full: (at: number) => string;
  /** If the reader chose a time zone, their moments are in it. */
  readonly zoned?: ZonedDates;
};

/** How a moment is shown, as `data-shown` names it. */
export type Shape =
  | "day"
  | "moment"
  | "logged"
  | "logged-this-year"
  | "full"
  | "clock"
  | "clock-to-ms"
  | "day-and-clock";

export type ZonedDates = {
  readonly zone: TimeZone;
  readonly shapes: Readonly<Record<Shape | "year", (at: number) => string>>;
};

export function datesIn(locale: string): DateTexts {
  const timeZone = "UTC";
  const shortDay = { year: "numeric", month: "short", day: "numeric" } as const;
  const timeOfDay = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const days = timesIn(locale, { ...shortDay, timeZone });
  const moments = timesIn(locale, {
    ...shortDay,
    ...timeOfDay,
    timeZone,
    timeZoneName: "short",
  });
  const secondOfDay = { ...timeOfDay, second: "2-digit", timeZone } as const;
  const logged = timesIn(locale, { ...shortDay, ...secondOfDay });
  const loggedThisYear = timesIn(locale, { month: "short", day: "numeric", ...secondOfDay });
  const full = timesIn(locale, { dateStyle: "full", timeStyle: "long", timeZone });
  const ranges = later(() => new Intl.DateTimeFormat(locale, { ...shortDay, timeZone }));
  const ago = later(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  return {
    day: (at) => days.format(at),
    days: (from, to) => ranges().formatRange(from, to),
    ago: (days) => ago().format(-days, "day"),
    moment: (at) => moments.format(at),
    since: (ms) => {
      const [unit, length] =
        units.find(([, one]) => Math.abs(ms) >= one) ?? (["minute", 60_000] as const);
      // What lasts 14 days still does just after it began; what happened is never said to be longer ago than it is.
      const count = ms < 0 ? Math.round(ms / length) : Math.trunc(ms / length);
      return ago().format(-count, unit);
    },
    logged: (at) => logged.format(at),
    loggedThisYear: (at) => loggedThisYear.format(at),
    full: (at) => full.format(at),
  };
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
] as const;

function laterFormat<T>(make: () => Format<T>): Format<T> {
  const made = later(make);
  return { format: (value) => made().format(value) };
}

function later<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Someone else wrote the value, so it is shortened to fit in a sentence. */
export function quoted(text: string): string {
  return text.length > 80 ? `“${text.slice(0, 80)}…”` : `“${text}”`;
}

/** Characters that a sentence names one by one. */
export function spaced(characters: string): string {
  return [...characters].join(" ");
}
