/** The links of an operator at the foot of every page. */
export type LegalTexts = {
  readonly terms: string;
  readonly privacy: string;
};
