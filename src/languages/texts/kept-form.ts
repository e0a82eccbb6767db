import type { Explanation } from "./explanation.ts";

export type KeptFormTexts = {
  /** By whether someone is signed in when the form arrives. */
  readonly kinds: Readonly<Record<"signedIn" | "signedOut", Explanation>>;
  readonly signIn: string;
  readonly send: string;
};
