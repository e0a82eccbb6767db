/** The languages that pages and emails exist in, as BCP 47 tags. */
export const languageTags = ["en", "es", "ar"] as const;

export type LanguageTag = (typeof languageTags)[number];

/** In the order of the choice. The first is for readers of none of them. */
export type OfferedLanguages = readonly [LanguageTag, ...LanguageTag[]];
