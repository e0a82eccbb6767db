export type Explanation = {
  readonly happened: string;
  readonly meaning: string;
  readonly advice: string;
};

export type AdviceText = { readonly what: string; readonly advice: string };
