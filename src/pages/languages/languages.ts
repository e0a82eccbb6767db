import type { languageTags } from "../../domain/language-tags.ts";
import * as ar from "./arabic.ts";
import * as en from "./english.ts";
import * as es from "./spanish.ts";
import type { Texts } from "./texts.ts";

/** CONTRIBUTING.md describes how to add a language. */
export const languages: Readonly<Record<string, Texts>> = { en, es, ar } satisfies Record<
  (typeof languageTags)[number],
  Texts
>;

export const defaultLanguage: Texts = en;
