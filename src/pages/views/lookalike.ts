/** A Cyrillic "а" in a Latin word mixes alphabets with similar letters. Mixing them between words is normal. */
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
