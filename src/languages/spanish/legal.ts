import type { LegalTexts } from "../texts/legal.ts";

export const legal: LegalTexts = {
  support: "Ayuda",
  terms: "Condiciones",
  privacy: "Privacidad",
};
