import type { Explanation } from "./explanation.ts";

/** Creating an account. The fields have the labels and hints of the account's pages. */
export type SignUpTexts = {
  readonly title: string;
  readonly emailHint: string;
  /** If the service sends no email, so that nobody can reset a password with it. */
  readonly emailHintWithoutMail: string;
  readonly password: string;
  readonly submit: string;
  readonly notMade: string;
  readonly haveAccount: string;
  readonly signIn: string;
  readonly invited: string;
  readonly operator: string;
  readonly closed: Explanation;
  readonly byInvitation: Explanation;
  readonly gone: Explanation;
};
