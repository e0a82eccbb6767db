import { datesIn, numbersIn } from "../formats.ts";

export const dates = datesIn("es");

export function inMinutes(minutes: number): string {
  return minutes < 120 ? minuteFormat.format(minutes) : hourFormat.format(Math.ceil(minutes / 60));
}

const hourFormat = numbersIn("es", {
  style: "unit",
  unit: "hour",
  unitDisplay: "long",
});

export function inDays(days: number): string {
  return daysFormat.format(days);
}

const minuteFormat = numbersIn("es", {
  style: "unit",
  unit: "minute",
  unitDisplay: "long",
});

const daysFormat = numbersIn("es", {
  style: "unit",
  unit: "day",
  unitDisplay: "long",
});
