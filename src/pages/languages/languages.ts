import { isLanguageTag, type LanguageTag } from "../../domain/language-tags.ts";
import * as ar from "./arabic.ts";
import * as en from "./english.ts";
import * as es from "./spanish.ts";
import type { Texts } from "./texts.ts";

/** CONTRIBUTING.md describes how to add a language. */
export const languages: Readonly<Record<LanguageTag, Texts>> = { en, es, ar };

export const defaultLanguage: Texts = en;

/** Undefined if there are no texts in that language. */
export function languageTagged(tag: string | undefined): Texts | undefined {
  return isLanguageTag(tag) ? languages[tag] : undefined;
}
