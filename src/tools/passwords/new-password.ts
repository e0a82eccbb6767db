/** A new password must be long and not guessed first. Its characters do not matter. */
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { judgePassword, makeEstimator, obviousProblem } from "./judge.ts";
import type { NewPasswordProblem, PasswordOwner } from "./password-problem.ts";

/** Returns undefined if the password is fine. */
export async function newPasswordProblem(
  password: string,
  owner: PasswordOwner,
): Promise<NewPasswordProblem | undefined> {
  const obvious = obviousProblem(password, owner);
  return obvious ?? judgePassword(password, owner, await estimator()).problem;
}

let made: Promise<ZxcvbnFactory> | undefined;

/** zxcvbn's lists are loaded when someone chooses a password. */
function estimator(): Promise<ZxcvbnFactory> {
  made ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory }, lists]) => makeEstimator(ZxcvbnFactory, lists),
  );
  return made;
}

/** The command line prints the sentence, which contains the solution. */
export async function problemWithPassword(
  password: string,
  owner: PasswordOwner,
): Promise<string | undefined> {
  const problem = await newPasswordProblem(password, owner);
  return problem && sentences[problem];
}

const sentences: Readonly<Record<NewPasswordProblem, string>> = {
  "too-short": "The password needs at least 8 characters.",
  "too-long": "The password can have at most 128 characters.",
  "own-name":
    "The password is too close to the screen name, name or email address; choose another.",
  "service-name": "The password is too close to the name of the service; choose another.",
  common: "The password is a common one, or close to one; choose another.",
  repeated: "The password repeats the same characters; choose another.",
  sequence: "The password is a sequence, such as abcd or a row of keys; choose another.",
  date: "The password is little more than a date or a year; choose another.",
};
