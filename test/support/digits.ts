/** ASCII digits as keyboards for other scripts type them. */
const from = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

export const inArabicDigits = from(0x0660);
export const inFullWidthDigits = from(0xff10);
