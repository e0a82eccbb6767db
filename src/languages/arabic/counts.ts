import { numbersIn, pluralsIn } from "../formats.ts";

/**
 * Digits are Latin, like those of the codes, limits, addresses and error numbers beside them. Two
 * kinds of digits on one page would be hard to read.
 */
export const locale = "ar-u-nu-latn";

/**
 * The words for each plural form of Arabic. "#" is replaced by the number; forms that contain it as a word have no "#".
 */
export type Counted = Readonly<Record<Intl.LDMLPluralRule, string>>;

export function counted(count: number, words: Counted): string {
  return words[plurals.select(count)].replace("#", numbers.format(count));
}

/** A number of people, as the subject of a sentence. */
export function inPeople(count: number): string {
  return counted(count, people);
}

export function inApplications(count: number): string {
  return counted(count, applications);
}

/** A number of requests, as the subject of a sentence. */
export function inRequests(count: number): string {
  return counted(count, requests);
}

export const numbers = numbersIn(locale);

const plurals = pluralsIn("ar");

const people: Counted = {
  zero: "# شخص",
  one: "شخص واحد",
  two: "شخصان",
  few: "# أشخاص",
  many: "# شخصًا",
  other: "# شخص",
};

const requests: Counted = {
  zero: "# طلب",
  one: "طلب واحد",
  two: "طلبان",
  few: "# طلبات",
  many: "# طلبًا",
  other: "# طلب",
};

const applications: Counted = {
  zero: "# تطبيق",
  one: "تطبيق واحد",
  two: "تطبيقان",
  few: "# تطبيقات",
  many: "# تطبيقًا",
  other: "# تطبيق",
};
