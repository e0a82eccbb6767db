import type { DateTexts } from "../texts/dates.ts";

export const dates: DateTexts = {
  day: (at) => dayFormat.format(at),
  ago: (days) => agoFormat.format(-days, "day"),
  moment: (at) => momentFormat.format(at),
  full: (at) => fullFormat.format(at),
};

export function inMinutes(minutes: number): string {
  return minutes < 120 ? minuteFormat.format(minutes) : hourFormat.format(Math.ceil(minutes / 60));
}

const hourFormat = new Intl.NumberFormat("es", {
  style: "unit",
  unit: "hour",
  unitDisplay: "long",
});

export function inDays(days: number): string {
  return daysFormat.format(days);
}

const minuteFormat = new Intl.NumberFormat("es", {
  style: "unit",
  unit: "minute",
  unitDisplay: "long",
});

const daysFormat = new Intl.NumberFormat("es", {
  style: "unit",
  unit: "day",
  unitDisplay: "long",
});

const agoFormat = new Intl.RelativeTimeFormat("es", { numeric: "auto" });

const dayFormat = new Intl.DateTimeFormat("es", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

const momentFormat = new Intl.DateTimeFormat("es", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

const fullFormat = new Intl.DateTimeFormat("es", {
  dateStyle: "full",
  timeStyle: "long",
  timeZone: "UTC",
});
