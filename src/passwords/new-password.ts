/** What a new password must be. The list of common ones is read only when somebody chooses a password. */

export type NewPasswordProblem = "too-short" | "too-long" | "own-name" | "common";

type Owner = { readonly screenName: string; readonly email: string };

/** The first thing wrong with a new password; undefined if it is fine. */
export async function newPasswordProblem(
  password: string,
  about: Owner,
): Promise<NewPasswordProblem | undefined> {
  const length = [...password].length;
  if (length < 8) return "too-short";
  if (length > 128) return "too-long";
  const folded = password.toLowerCase();
  if (folded === about.screenName.toLowerCase() || folded === about.email.toLowerCase()) {
    return "own-name";
  }
  return (await commonPasswords()).has(folded) ? "common" : undefined;
}

/** The same as a sentence that says what to do, for the command line. */
export async function problemWithPassword(
  password: string,
  about: Owner,
): Promise<string | undefined> {
  const problem = await newPasswordProblem(password, about);
  return problem && sentences[problem];
}

const sentences: Readonly<Record<NewPasswordProblem, string>> = {
  "too-short": "The password needs at least 8 characters.",
  "too-long": "The password may have at most 128 characters.",
  "own-name": "The password must not be the screen name or the email address.",
  common: "That password is among the most common ones; choose another.",
};

let common: Set<string> | undefined;

async function commonPasswords(): Promise<Set<string>> {
  if (common === undefined) {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    common = new Set(dictionary["passwords-common"] ?? []);
  }
  return common;
}
