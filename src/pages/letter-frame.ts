import { languageTagged } from "../authentication/language.ts";
import type { User } from "../domain/user.ts";
import { defaultLanguage } from "../languages/languages.ts";
import type { Frame } from "../views/layout.ts";

/**
 * A user's email has the language in which they last used the pages, otherwise `otherwise`. Its
 * cause may be someone with another language.
 */
export function letterFrame(
  frame: Frame,
  { language }: Pick<User, "language">,
  otherwise = defaultLanguage,
): Frame {
  return { ...frame, texts: languageTagged(language) ?? otherwise };
}
