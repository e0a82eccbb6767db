import type { LanguageTag, OfferedLanguages } from "../../domain/language-tags.ts";
import * as ar from "./arabic.ts";
import * as en from "./english.ts";
import * as es from "./spanish.ts";
import type { Texts } from "./texts.ts";

/** CONTRIBUTING.md describes how to add a language. */
export const languages: Readonly<Record<LanguageTag, Texts>> = { en, es, ar };

/** The texts for a reader whose language is `tag`, if it is known. */
export function textsFor(tag: string | undefined, offered: OfferedLanguages): Texts {
  return languages[offered.find((one) => one === tag) ?? offered[0]];
}
