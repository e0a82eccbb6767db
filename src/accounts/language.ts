/** A reader's language is the one they chose, or the one that their browser prefers. */

import { dayMs } from "../domain/day.ts";
import { acceptedLanguage } from "../pages/languages/accepted-language.ts";
import { defaultLanguage, languages } from "../pages/languages/languages.ts";
import type { Texts } from "../pages/languages/texts.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { cookieOf, setCookie } from "./cookies.ts";

export function textsFor(incoming: Pick<Incoming, "headers" | "method" | "query">): Texts {
  const chosen = languageAsked(incoming) ?? languageTagged(cookieOf(incoming, cookie));
  if (chosen !== undefined) return chosen;
  const accepted = incoming.headers["accept-language"] ?? "";
  return languageTagged(acceptedLanguage(accepted, Object.keys(languages))) ?? defaultLanguage;
}

/** A rejected form that is sent again in another language names the language in the query. */
export function languageAsked({
  method,
  query,
}: Pick<Incoming, "method" | "query">): Texts | undefined {
  if (method !== "POST") return undefined;
  return languageTagged(/^language=([A-Za-z-]{2,10})$/.exec(query ?? "")?.[1]);
}

export function languageTagged(tag: string | undefined): Texts | undefined {
  return tag !== undefined && Object.hasOwn(languages, tag) ? languages[tag] : undefined;
}

/** The choice is kept for a year. */
export function setLanguage({ language }: Texts, dependencies: Dependencies): string {
  return setCookie(cookie, language.tag, 365 * dayMs, dependencies);
}

const cookie = "language";
