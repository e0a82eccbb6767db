/** In UTF-16 units. No number that a person types is longer. */
const longest = 100;

/**
 * What a person typed, with the digits of every script as ASCII digits: keyboards for Arabic, Persian or Japanese
 * type others. Not for values of the protocol, which are compared as they were sent. Text that is too long for a
 * number is returned as it is.
 */
export function withAsciiDigits(typed: string): string {
  return typed.length > longest ? typed : typed.replace(/\p{Nd}/gu, asciiDigit);
}

/**
 * A code that a user typed, such as a PIN: with ASCII digits, and without white space, hyphens, and the invisible marks
 * that come along when text is copied. Codes are shown in groups, and some users type the gaps.
 */
export function typedCode(typed: string): string {
  return withAsciiDigits(typed).replace(/[\s\p{Pd}\p{Cf}]/gu, "");
}

/** Unicode has the digits of a script from 0 to 9 in a row, and some such rows one after another. */
function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(at - before - 1)) before += 1;
  return String(before % 10);
}

function isDigit(codePoint: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));
}
