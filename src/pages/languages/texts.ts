import type * as english from "./english.ts";

/**
 * The English texts are the type of the other languages, so that a missing text is a type error.
 * Their comments name where each is used. A text with a name that someone chose is a `Sentence`.
 */
export type Texts = typeof english;
