import { languageTagged } from "../authentication/language.ts";
import type { User } from "../domain/user.ts";
import { defaultLanguage } from "../languages/languages.ts";
import type { Frame } from "../views/layout.ts";

/**
 * The frame of a mail to a person, in the language in which they last used the pages. The cause of the mail may
 * be an operator or a stranger with another language. `otherwise`: used if the person's language is unknown.
 */
export function letterFrame(
  frame: Frame,
  { language }: Pick<User, "language">,
  otherwise = defaultLanguage,
): Frame {
  return { ...frame, texts: languageTagged(language) ?? otherwise };
}
