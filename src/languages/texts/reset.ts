import type { Sentence } from "../sentence.ts";
import type { Explanation } from "./explanation.ts";

/** A forgotten password: asking for a link, and choosing a new password by it. */
export type ResetTexts = {
  readonly ask: {
    readonly title: string;
    readonly what: string;
    readonly who: string;
    readonly whoHint: string;
    readonly submit: string;
  };
  /** The same whether or not there is such an account. */
  readonly asked: Explanation;
  /** Where no mail can be sent. */
  readonly noMail: Explanation;
  readonly choose: {
    readonly title: string;
    readonly forAccount: (user: string) => Sentence;
    readonly endsSessions: string;
    /** Of a link after second factors were lost. */
    readonly recovers: string;
    readonly submit: string;
    readonly notChanged: string;
  };
  readonly gone: Explanation;
  readonly askAgain: string;
  readonly toSignIn: string;
};
