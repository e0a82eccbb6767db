import { sentence } from "../sentence.ts";
import type { HomeTexts } from "../texts/home.ts";

export const home: HomeTexts = {
  title: "Welcome",
  what: (service) =>
    sentence`With your ${service} account you sign in to applications, and you decide what each of them can do for you.`,
  signUp: "Create account",
  developers: "For developers",
  developersHint: "Create applications, get their keys, and try them out.",
  portal: "Open the developer portal",
};
