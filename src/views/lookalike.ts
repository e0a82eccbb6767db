/**
 * Whether a word of the name mixes alphabets with similar letters, such as a Cyrillic "а" in a Latin word.
 * Names in one alphabet, and names that mix alphabets between words, are normal.
 */
export function mixesAlphabets(name: string): boolean {
  return name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1);
}

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
