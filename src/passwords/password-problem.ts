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

/** Why somebody would guess it soon. */
export type GuessableBecause = Exclude<NewPasswordProblem, "too-short" | "too-long">;

/** Whose password it is, and of which service: what others would try first. */
export type PasswordOwner = {
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly serviceName: string;
};
