/** The operator's links at the bottom of every page. */
export type LegalTexts = {
  readonly support: string;
  readonly terms: string;
  readonly privacy: string;
};
