import { sentence } from "../sentence.ts";
import type { MailTexts } from "../texts/mail.ts";
import { inMinutes } from "./dates.ts";

export const mail: MailTexts = {
  passwordReset: {
    subject: (service) => sentence`Choose a new password for ${service}`,
    asked: (service) =>
      sentence`Somebody, most likely you, asked ${service} for a way to choose a new password.`,
    forAccount: (user) => sentence`For the account ${user}:`,
    lives: (minutes) => `A link works once, within ${inMinutes(minutes)}.`,
    notYou:
      "If you did not ask, you need not do anything: your password stays as it is. Give the link to nobody.",
  },
  emailConfirmation: {
    subject: (service) => sentence`Confirm your email address for ${service}`,
    asked: (user, service) =>
      sentence`The account ${user} at ${service} says that this is its email address. If the account is yours, confirm it here:`,
    lives: "The link works once, within a day.",
    notYou:
      "If the account is not yours, do not open the link: the address then stays unconfirmed. Give the link to nobody.",
  },
  passwordChanged: {
    subject: (service) => sentence`Your password for ${service} was changed`,
    changed: (user, service) =>
      sentence`The password of your account ${user} at ${service} was changed, and every other session has ended.`,
    notYou:
      "If that was not you, choose a new password at once, and tell the people who run the service.",
  },
  emailChanged: {
    subject: (service) => sentence`Your email address for ${service} was changed`,
    changed: (user, service) =>
      sentence`The account ${user} at ${service} has another email address from now on; this one no longer belongs to it.`,
    notYou:
      "If that was not you, sign in and change it back, choose a new password, and tell the people who run the service.",
  },
};
