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

const hourFormat = new Intl.NumberFormat("en", {
  style: "unit",
  unit: "hour",
  unitDisplay: "long",
});

const minuteFormat = new Intl.NumberFormat("en", {
  style: "unit",
  unit: "minute",
  unitDisplay: "long",
});

const agoFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const dayFormat = new Intl.DateTimeFormat("en", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

const momentFormat = new Intl.DateTimeFormat("en", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

const fullFormat = new Intl.DateTimeFormat("en", {
  dateStyle: "full",
  timeStyle: "long",
  timeZone: "UTC",
});
