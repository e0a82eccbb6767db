import * as ar from "./arabic.ts";
import * as en from "./english.ts";
import * as es from "./spanish.ts";
import type { Texts } from "./texts.ts";

/** The order is that of the choice. CONTRIBUTING.md tells how to add a language. */
export const languages: Readonly<Record<string, Texts>> = { en, es, ar };

export const defaultLanguage: Texts = en;
