import { datesIn } from "../formats.ts";
import { type Counted, counted, locale } from "./counts.ts";

export const dates = datesIn(locale);

/** The form follows a preposition: "within 2 minutes". */
export function inMinutes(count: number): string {
  return count < 120 ? counted(count, minutes) : counted(Math.ceil(count / 60), hours);
}

/** The form follows a preposition. */
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
