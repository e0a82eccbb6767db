/**
 * What stays in Latin letters in a text that is no `Sentence`, such as a file or the end of an address:
 * Unicode's isolates keep its punctuation where it belongs.
 */
export function latin(text: string): string {
  return `\u{2068}${text}\u{2069}`;
}
