import { arabic } from "./arabic.ts";
import { english } from "./english.ts";
import { spanish } from "./spanish.ts";
import type { Texts } from "./texts.ts";

/** Every language of the pages, in the order in which they are offered. To add one is to add a line. */
export const languages: Readonly<Record<string, Texts>> = {
  en: english,
  es: spanish,
  ar: arabic,
};

/** The language for requests that ask for none of ours. */
export const defaultLanguage = english;
