/** In UTF-16 units. No number that a user types is longer. */
const longest = 100;

/**
 * Returns the text with the digits of every script as ASCII digits: keyboards for Arabic, Persian or Japanese
 * type others. Values of the protocol must not pass through here, because they are compared as sent. A text
 * too long for a number is returned unchanged.
 */
export function withAsciiDigits(text: string): string {
  return text.length > longest ? text : text.replace(/\p{Nd}/gu, asciiDigit);
}

/** Removes white space, hyphens and invisible marks: users type the gaps of a code's groups, or copy marks. */
export function typedCode(text: string): string {
  return withAsciiDigits(text).replace(/[\s\p{Pd}\p{Cf}]/gu, "");
}

/** Unicode has the digits of a script in a row from 0 to 9. */
function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(at - before - 1)) before += 1;
  return String(before % 10);
}

function isDigit(codePoint: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));
}
