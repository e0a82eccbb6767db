/** A reader's language is the one they chose, or the one that their browser prefers. */

import { dayMs } from "../domain/day.ts";
import { isLanguageTag, type LanguageTag, languageTags } from "../domain/language-tags.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { acceptedLanguage } from "./accepted-language.ts";
import { cookieOf, setCookie } from "./cookies.ts";

export function languageOf(incoming: Pick<Incoming, "headers" | "method" | "query">): LanguageTag {
  const chosen = languageAsked(incoming) ?? cookieOf(incoming, cookie);
  if (isLanguageTag(chosen)) return chosen;
  const accepted = acceptedLanguage(incoming.headers["accept-language"] ?? "", languageTags);
  return isLanguageTag(accepted) ? accepted : languageTags[0];
}

/** A rejected form that is sent again in another language names the language in the query. */
export function languageAsked({
  method,
  query,
}: Pick<Incoming, "method" | "query">): LanguageTag | undefined {
  if (method !== "POST") return undefined;
  const tag = /^language=([A-Za-z-]{2,10})$/.exec(query ?? "")?.[1];
  return isLanguageTag(tag) ? tag : undefined;
}

/** The choice is kept for a year. */
export function setLanguage(tag: LanguageTag, dependencies: Dependencies): string {
  return setCookie(cookie, tag, 365 * dayMs, dependencies);
}

const cookie = "language";
