import * as ar from "./arabic.ts";
import * as en from "./english.ts";
import * as es from "./spanish.ts";
import type { Texts } from "./texts.ts";

/** All languages of the pages, in the order in which they are offered. CONTRIBUTING.md says how to add one. */
export const languages: Readonly<Record<string, Texts>> = { en, es, ar };

/** The language for requests that ask for none of these languages. */
export const defaultLanguage: Texts = en;
