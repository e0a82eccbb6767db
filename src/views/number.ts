import type { Frame } from "./layout.ts";

/** Codes and limits beside the number have the same digits. */
export function number({ texts }: Frame, value: number): string {
  return new Intl.NumberFormat(`${texts.language.tag}-u-nu-latn`).format(value);
}
