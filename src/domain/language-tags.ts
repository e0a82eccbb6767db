/** The languages of the pages, as BCP 47 tags, in the order of the choice. */
export const languageTags = ["en", "es", "ar"] as const;
