import type { DateTexts } from "../texts/dates.ts";
import { type Counted, counted, locale } from "./counts.ts";

export const dates: DateTexts = {
  day: (at) => dayFormat.format(at),
  ago: (days) => agoFormat.format(-days, "day"),
  moment: (at) => momentFormat.format(at),
  full: (at) => fullFormat.format(at),
};

/** As it stands after a preposition: "within 2 minutes". */
export function inMinutes(count: number): string {
  return count < 120 ? counted(count, minutes) : counted(Math.ceil(count / 60), hours);
}

/** As above. */
export function inDays(count: number): string {
  return counted(count, days);
}

const hours: Counted = {
  zero: "# ساعة",
  one: "ساعة واحدة",
  two: "ساعتين",
  few: "# ساعات",
  many: "# ساعة",
  other: "# ساعة",
};

const days: Counted = {
  zero: "# يوم",
  one: "يوم واحد",
  two: "يومين",
  few: "# أيام",
  many: "# يومًا",
  other: "# يوم",
};

const minutes: Counted = {
  zero: "# دقيقة",
  one: "دقيقة واحدة",
  two: "دقيقتين",
  few: "# دقائق",
  many: "# دقيقة",
  other: "# دقيقة",
};

const agoFormat = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

const dayFormat = new Intl.DateTimeFormat(locale, {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

const momentFormat = new Intl.DateTimeFormat(locale, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

const fullFormat = new Intl.DateTimeFormat(locale, {
  dateStyle: "full",
  timeStyle: "long",
  timeZone: "UTC",
});
