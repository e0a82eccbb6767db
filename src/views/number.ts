import type { Frame } from "./layout.ts";

/** A number as the page's language writes it, in the digits that codes and limits beside it have. */
export function number({ texts }: Frame, value: number): string {
  return new Intl.NumberFormat(`${texts.language.tag}-u-nu-latn`).format(value);
}
