/** The dates of a page whose reader chose a time zone, in the shapes of the script `dates`, which isn't there. */
import type { TimeZone } from "../../domain/time-zone.ts";
import { timesIn, type ZonedDates } from "./formats.ts";
import type { Texts } from "./texts.ts";

const day = { year: "numeric", month: "short", day: "numeric" } as const;
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const shapes = {
  day,
  moment: { ...day, ...clock },
  logged: { ...day, ...clock, second: "2-digit" },
  "logged-this-year": { month: "short", day: "numeric", ...clock, second: "2-digit" },
  full: { dateStyle: "full", timeStyle: "long" },
  clock,
  "clock-to-ms": { ...clock, second: "2-digit", fractionalSecondDigits: 3 },
  year: { year: "numeric" },
  "day-and-clock": { month: "short", day: "numeric", ...clock },
} as const satisfies Readonly<Record<keyof ZonedDates["shapes"], Intl.DateTimeFormatOptions>>;

export function textsIn(texts: Texts, timeZone: TimeZone | undefined): Texts {
  if (timeZone === undefined) return texts;
  const key = `${texts.language.tag} ${timeZone}`;
  const zoned = kept.get(key) ?? zonedDates(texts.language.tag, timeZone);
  // The one that was used last is the last to go.
  kept.delete(key);
  kept.set(key, zoned);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return { ...texts, dates: { ...texts.dates, zoned } };
}

/** Formats are large, and any client chooses among hundreds of zones. */
const maxKept = 24;
const kept = new Map<string, ZonedDates>();

function zonedDates(tag: string, timeZone: TimeZone): ZonedDates {
  const formats = Object.entries(shapes).map(([name, shape]) => {
    const format = timesIn(`${tag}-u-nu-latn`, { ...shape, timeZone });
    return [name, (at: number) => format.format(at)];
  });
  return { zone: timeZone, shapes: Object.fromEntries(formats) as ZonedDates["shapes"] };
}
