import type { Sentence } from "../sentence.ts";
import type { Explanation } from "./explanation.ts";

/** The pages that open from a link that was mailed to prove an address. */
export type EmailTexts = {
  readonly confirm: {
    readonly title: string;
    readonly belongs: (address: string, user: string) => Sentence;
    readonly meaning: string;
    readonly submit: string;
  };
  readonly confirmed: { readonly title: string; readonly meaning: string };
  readonly gone: Explanation;
  readonly toProfile: string;
};
