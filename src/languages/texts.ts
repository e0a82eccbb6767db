import type * as english from "./english.ts";

/**
 * Every text of every page in one language. The English texts are the type of the others, so that a missing text is a
 * type error. Comments on the English texts say where each is used.
 * A text that contains a stranger's name is a `Sentence`; one that only contains a number is a `string`.
 */
export type Texts = typeof english;
