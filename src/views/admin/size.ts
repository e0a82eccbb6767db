import type { Frame } from "../layout.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** The unit fits the number, in the page's language. */
export function bytes({ texts }: Frame, count: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  return new Intl.NumberFormat(`${texts.language.tag}-u-nu-latn`, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: count < 10 * 1000 ** power && power > 0 ? 1 : 0,
  }).format(count / 1000 ** power);
}
