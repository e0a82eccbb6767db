export const newPasswordProblems = [
  "too-short",
  "too-long",
  "own-name",
  "service-name",
  "common",
  "repeated",
  "sequence",
  "date",
] as const;
export type NewPasswordProblem = (typeof newPasswordProblems)[number];

/** The password would be guessed soon for this reason. */
export type GuessableBecause = Exclude<NewPasswordProblem, "too-short" | "too-long">;

/** These names are tried first. */
export type PasswordOwner = {
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly serviceName: string;
};
