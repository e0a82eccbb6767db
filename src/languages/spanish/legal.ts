import type { LegalTexts } from "../texts/legal.ts";

export const legal: LegalTexts = {
  terms: "Condiciones",
  privacy: "Privacidad",
};
