import type { LegalTexts } from "../texts/legal.ts";

export const legal: LegalTexts = {
  support: "الدعم",
  terms: "الشروط",
  privacy: "الخصوصية",
};
