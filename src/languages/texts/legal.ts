/** The links of an operator at the foot of every page. */
export type LegalTexts = {
  readonly support: string;
  readonly terms: string;
  readonly privacy: string;
};
