import type { Sentence } from "../sentence.ts";
import type { Explanation } from "./explanation.ts";

export type SignInProblem = "wrong" | "too-many" | "suspended" | "stale-form" | "busy";

export type SignInTexts = {
  readonly title: string;
  readonly continueTo: (application: string) => Sentence;
  readonly nothingSharedYet: string;
  readonly username: string;
  readonly password: string;
  readonly submit: string;
  /** A question, and its answer: a link if the service sends mail, otherwise a text. */
  readonly forgot: string;
  readonly forgotAsk: string;
  readonly noAccount: string;
  readonly signUp: string;
  readonly signedOut: string;
  readonly passwordChanged: string;
  readonly checkUsername: string;
  readonly checkPassword: string;
  readonly suspendedBecause: (reason: string) => Sentence;
  readonly problems: Readonly<Record<Exclude<SignInProblem, "too-many">, Explanation>> & {
    readonly "too-many": (minutes: number) => Explanation;
  };
};
