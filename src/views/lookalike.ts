/**
 * Whether a word of the name is written in more than one of the alphabets whose letters look alike,
 * as when a Cyrillic "а" stands in a Latin word. Names in one alphabet, and names that mix
 * alphabets from word to word, are nothing unusual.
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
