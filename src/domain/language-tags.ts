/** The languages of the pages, as BCP 47 tags, in the order of the choice. The first is the default. */
export const languageTags = ["en", "es", "ar"] as const;

export type LanguageTag = (typeof languageTags)[number];

export function isLanguageTag(text: string | undefined): text is LanguageTag {
  return languageTags.some((language) => language === text);
}
