/**
 * Matches a catalogue text as a page shows it. `words`: a text without names or numbers, or its part before the first.
 */
export function saying(words: string): RegExp {
  return new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
}
