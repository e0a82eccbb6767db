import type { Sentence } from "../sentence.ts";

export type HomeTexts = {
  readonly title: string;
  readonly what: (service: string) => Sentence;
  readonly signUp: string;
  readonly developers: string;
  readonly developersHint: string;
  /** The link to the portal. */
  readonly portal: string;
};
