/**
 * Matches a catalogue text as a page shows it: its first sentence may be bold. `words`: a text without names or
 * numbers, or its part before the first.
 */
export function saying(words: string): RegExp {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return new RegExp(escaped.replace(". ", ".(?:</strong>)? "));
}
