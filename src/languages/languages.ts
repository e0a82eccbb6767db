import { arabic } from "./arabic.ts";
import { english } from "./english.ts";
import { spanish } from "./spanish.ts";
import type { Texts } from "./texts.ts";

/** All languages of the pages, in the order in which they are offered. To add one, add a line. */
export const languages: Readonly<Record<string, Texts>> = {
  en: english,
  es: spanish,
  ar: arabic,
};

/** The language for requests that ask for none of these languages. */
export const defaultLanguage = english;
