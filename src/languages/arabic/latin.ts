/**
 * Text that stays in Latin letters and is not part of a `Sentence`, such as a file name or the end of an
 * address. Unicode's isolates keep its punctuation in place.
 */
export function latin(text: string): string {
  return `\u{2068}${text}\u{2069}`;
}
