import { datesIn, numbersIn } from "../formats.ts";

export const dates = datesIn("en");

export function inMinutes(minutes: number): string {
  return minutes < 120 ? minuteFormat.format(minutes) : hourFormat.format(Math.ceil(minutes / 60));
}

const hourFormat = numbersIn("en", {
  style: "unit",
  unit: "hour",
  unitDisplay: "long",
});

const minuteFormat = numbersIn("en", {
  style: "unit",
  unit: "minute",
  unitDisplay: "long",
});
