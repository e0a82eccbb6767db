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
