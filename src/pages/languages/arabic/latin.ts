/** Unicode's isolates keep the punctuation of Latin text in place, such as a file name's. */
export function latin(text: string): string {
  return `\u{2068}${text}\u{2069}`;
}
