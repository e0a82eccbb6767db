import type { LegalTexts } from "../texts/legal.ts";

export const legal: LegalTexts = {
  support: "Support",
  terms: "Terms",
  privacy: "Privacy",
};
