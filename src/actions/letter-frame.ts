import { languageTagged } from "../authentication/language.ts";
import type { User } from "../domain/user.ts";
import { defaultLanguage } from "../languages/languages.ts";
import type { Frame } from "../views/layout.ts";

/**
 * The frame of a mail to a person, in the language in which they last used the pages: whoever caused the mail, an operator
 * or a stranger, may read another one. `otherwise`: where that language is not known.
 */
export function letterFrame(
  frame: Frame,
  { language }: Pick<User, "language">,
  otherwise = defaultLanguage,
): Frame {
  return { ...frame, texts: languageTagged(language) ?? otherwise };
}
