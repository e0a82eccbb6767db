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

/** Why it would be guessed soon. */
export type GuessableBecause = Exclude<NewPasswordProblem, "too-short" | "too-long">;

/** The owner of the password and the service, because their names are tried first. */
export type PasswordOwner = {
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly serviceName: string;
};
