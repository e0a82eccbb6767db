/** Matches a text of the catalogue as a page has it. `words` without names or numbers in it, or the part before the first. */
export function saying(words: string): RegExp {
  return new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
}
