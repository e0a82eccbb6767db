import type { Sentence } from "../sentence.ts";
import type { Explanation } from "./explanation.ts";

/** A forgotten password: asking for a link, and using it to choose a new password. */
export type ResetTexts = {
  readonly ask: {
    readonly title: string;
    readonly what: string;
    readonly who: string;
    readonly whoHint: string;
    readonly submit: string;
  };
  /** The same text whether or not the account exists. */
  readonly asked: Explanation;
  /** If the service cannot send mail. */
  readonly noMail: Explanation;
  readonly choose: {
    readonly title: string;
    readonly forAccount: (user: string) => Sentence;
    readonly endsSessions: string;
    /** If the link was made because second factors were lost. */
    readonly recovers: string;
    readonly submit: string;
    readonly notChanged: string;
  };
  readonly gone: Explanation;
  readonly askAgain: string;
  readonly toSignIn: string;
};
