import { sentence } from "../sentence.ts";
import type { EmailTexts } from "../texts/email.ts";

export const email: EmailTexts = {
  confirm: {
    title: "Is this your email address?",
    belongs: (address, user) => sentence`The account ${user} says that ${address} is its address.`,
    meaning:
      "Confirm only if this account is yours. Applications that it lets see the address then take it as proven.",
    submit: "Confirm this address",
  },
  confirmed: {
    title: "The address is confirmed",
    meaning: "Applications see it as soon as you let them.",
  },
  gone: {
    happened: "This link no longer works",
    meaning:
      "It was used, it is older than a day, or the account has another address now. Nothing was changed now.",
    advice: "Your profile shows whether the address is confirmed, and can send a new link.",
  },
  toProfile: "Go to your profile",
};
