/** What a new password must be. The list of common ones is read only when somebody chooses a password. */

/** The first thing wrong with a new password, as a sentence that says what to do; undefined if it is fine. */
export async function problemWithPassword(
  password: string,
  about: { screenName: string; email: string },
): Promise<string | undefined> {
  const length = [...password].length;
  if (length < 8) return "The password needs at least 8 characters.";
  if (length > 128) return "The password may have at most 128 characters.";
  const folded = password.toLowerCase();
  if (folded === about.screenName.toLowerCase() || folded === about.email.toLowerCase()) {
    return "The password must not be the screen name or the e-mail address.";
  }
  if ((await commonPasswords()).has(folded)) {
    return "That password is among the most common ones; choose another.";
  }
  return undefined;
}

let common: Set<string> | undefined;

async function commonPasswords(): Promise<Set<string>> {
  if (common === undefined) {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    common = new Set(dictionary["passwords-common"] ?? []);
  }
  return common;
}
