import type { Explanation } from "./explanation.ts";

export type KeptFormTexts = {
  /** By whether somebody is signed in when the form comes. */
  readonly kinds: Readonly<Record<"signedIn" | "signedOut", Explanation>>;
  readonly signIn: string;
  readonly send: string;
};
