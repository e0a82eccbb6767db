import { sentence } from "../sentence.ts";
import type { EmailTexts } from "../texts/email.ts";

export const email: EmailTexts = {
  confirm: {
    title: "Is this your email address?",
    belongs: (address, user) => sentence`The account ${user} gave ${address} as its email address.`,
    meaning:
      "Confirm only if this account is yours. Applications that can see the address then treat it as verified.",
    submit: "Confirm this address",
  },
  confirmed: {
    title: "Email address confirmed",
    meaning: "Applications can see it only with your permission.",
  },
  gone: {
    happened: "This link no longer works",
    meaning:
      "It was already used, it’s more than a day old, or the account now has another address. Nothing was changed.",
    advice:
      "Your profile shows whether your address is confirmed. You can request a new link there.",
  },
  toProfile: "Go to your profile",
};
