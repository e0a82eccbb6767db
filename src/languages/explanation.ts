/** It says what happened, what it means, and what the reader can do now. */
export type Explanation = {
  readonly happened: string;
  readonly meaning: string;
  readonly advice: string;
};

/** It says what needs attention, and what to do about it. */
export type AdviceText = { readonly what: string; readonly advice: string };
