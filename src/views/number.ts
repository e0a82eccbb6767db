import type { Frame } from "./layout.ts";

/** A number as the page's language writes it. */
export function number({ texts }: Frame, value: number): string {
  return new Intl.NumberFormat(texts.language.tag).format(value);
}
