import { numbersIn, pluralsIn } from "../formats.ts";

/** Digits are Latin, like those of the codes, limits and error numbers beside them. */
export const locale = "ar-u-nu-latn";

/** "#" is replaced by the number; forms that contain it as a word have none. */
export type Counted = Readonly<Record<Intl.LDMLPluralRule, string>>;

export function counted(count: number, words: Counted): string {
  return words[plurals.select(count)].replace("#", numbers.format(count));
}

/** The phrase is the subject of a sentence. */
export function inUsers(count: number): string {
  return counted(count, users);
}

export function inApplications(count: number): string {
  return counted(count, applications);
}

/** The phrase is the subject of a sentence. */
export function inRequests(count: number): string {
  return counted(count, requests);
}

export function inAddresses(count: number): string {
  return counted(count, addresses);
}

export const numbers = numbersIn(locale);

const plurals = pluralsIn("ar");

const users: Counted = {
  zero: "# مستخدم",
  one: "مستخدم واحد",
  two: "مستخدمان",
  few: "# مستخدمين",
  many: "# مستخدمًا",
  other: "# مستخدم",
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

const addresses: Counted = {
  zero: "# عنوان",
  one: "عنوان واحد",
  two: "عنوانين",
  few: "# عناوين",
  many: "# عنوانًا",
  other: "# عنوان",
};
