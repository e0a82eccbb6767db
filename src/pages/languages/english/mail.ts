import type { FactorNews } from "../../../domain/account-notice.ts";
import { unusedNoticeDays } from "../../../domain/unused-access.ts";
import { sentence } from "../sentence.ts";
import { inMinutes } from "./dates.ts";

export const mail = {
  passwordReset: {
    subject: (service: string) => sentence`Reset your ${service} password`,
    asked: (service: string) => sentence`We received a request to reset your ${service} password.`,
    /** The label of a button, or text before a link. */
    forAccount: (user: string) => sentence`Choose a new password for ${user}`,
    lives: (minutes: number, links: number) =>
      `${links === 1 ? "The" : "Each"} link works once and expires after ${inMinutes(minutes)}.`,
    notYou:
      "If you didn’t ask for this, ignore this email: your password stays the same. Don’t share this email.",
  },
  emailVerification: {
    subject: (service: string) => sentence`Verify your email address for ${service}`,
    asked: (user: string, service: string) =>
      sentence`This address was entered for the account ${user} at ${service}. If that’s your account, verify the address.`,
    lives: "The link works once and expires after 24 hours.",
    notYou:
      "If this isn’t your account, ignore this email: the address stays unverified. Don’t share the link.",
  },
  invitation: {
    subject: (service: string) => sentence`You’re invited to ${service}`,
    invited: (service: string) =>
      sentence`An administrator of ${service} invites you to create an account.`,
    invitedBy: (user: string, service: string) =>
      sentence`${user} invites you to create an account at ${service}.`,
    create: "Create your account",
    lives: (days: number) => `The link creates one account and expires after ${days} days.`,
    notYou: "If you didn’t expect this, ignore this email. Don’t share the link.",
  },
  test: {
    subject: (service: string) => sentence`Test email from ${service}`,
    said: (user: string, service: string) =>
      sentence`${user} sent this email to check whether ${service} can send emails. It can.`,
    open: "Open the settings",
  },
  factors: {
    subject: (service: string) => sentence`Security alert for your ${service} account`,
    said: {
      turnedOn: (user: string, service: string) =>
        sentence`Two-step verification is now on for your account ${user} at ${service}, with a new authenticator app. All other sessions were signed out.`,
      turnedOff: (user: string, service: string) =>
        sentence`Two-step verification was turned off for your account ${user} at ${service}. All other sessions were signed out.`,
      passkeyAdded: (user: string, service: string) =>
        sentence`A passkey was added to your account ${user} at ${service}. All other sessions were signed out.`,
      passkeyRemoved: (user: string, service: string) =>
        sentence`A passkey was removed from your account ${user} at ${service}. All other sessions were signed out.`,
      passkeyCounterBack: (user: string, service: string) =>
        sentence`We rejected a sign-in with one of your passkeys for ${user} at ${service} because the passkey may have been copied.`,
      newCodes: (user: string, service: string) =>
        sentence`New recovery codes were created for your account ${user} at ${service}. The old ones no longer work.`,
      codeUsed: (user: string, service: string) =>
        sentence`Someone signed in to your account ${user} at ${service} with a recovery code. Each code works once.`,
      codesRejected: (user: string, service: string) =>
        sentence`Someone entered the correct password for your account ${user} at ${service}, followed by several wrong codes.`,
      appRemoved: (user: string, service: string) =>
        sentence`An administrator of ${service} removed the authenticator app from your account ${user}. All sessions were signed out.`,
      passkeyTaken: (user: string, service: string) =>
        sentence`An administrator of ${service} removed a passkey from your account ${user}. All sessions were signed out.`,
      removed: (user: string, service: string) =>
        sentence`An administrator of ${service} removed two-step verification from your account ${user}. All sessions were signed out.`,
      recoveryLinkMade: (user: string, service: string) =>
        sentence`An administrator of ${service} created a recovery link for your account ${user}. Anyone who uses it sets a new password, and removes two-step verification and all other sign-in methods.`,
      recovered: (user: string, service: string) =>
        sentence`Your account ${user} at ${service} was recovered with a link. It has a new password, two-step verification and all other sign-in methods were removed, and all sessions were signed out. This email address has to be verified again.`,
      identityLinked: (user: string, service: string) =>
        sentence`You can now sign in to your account ${user} at ${service} with an identity provider. All other sessions were signed out.`,
      identityUnlinked: (user: string, service: string) =>
        sentence`An identity is no longer linked to your account ${user} at ${service}. All other sessions were signed out.`,
      identityRemoved: (user: string, service: string) =>
        sentence`An administrator of ${service} removed a linked identity from your account ${user}. All sessions were signed out.`,
    } satisfies Record<FactorNews, unknown>,
    advice: {
      notYou:
        "If this wasn’t you, change your password immediately and contact your administrator.",
      /** An administrator did it, or created the link for it. */
      notAsked: "If you didn’t ask for this, contact your administrator.",
      copied: "If you don’t know why, remove the passkey and contact your administrator.",
    },
  },
  accessExpiring: {
    subject: (service: string) => sentence`Access to your ${service} account ends soon`,
    changed: (user: string, service: string) =>
      sentence`Applications that can use your account ${user} at ${service} have not done so for a long time. Their access ends in ${String(unusedNoticeDays)} days unless they use it until then. You can connect them again at any time.`,
    notYou:
      "If you no longer need them, you don’t have to do anything. The list of your applications says which they are.",
  },
  passwordChanged: {
    subject: (service: string) => sentence`Your ${service} password was changed`,
    changed: (user: string, service: string) =>
      sentence`The password of your account ${user} at ${service} was changed, and all other sessions were signed out.`,
    notYou: "If this wasn’t you, reset your password immediately and contact your administrator.",
  },
  emailChanged: {
    subject: (service: string) => sentence`Your ${service} email address was changed`,
    changed: (user: string, service: string) =>
      sentence`The email address of your account ${user} at ${service} was changed. This address is no longer linked to it.`,
    notYou:
      "If this wasn’t you, sign in, change it back, choose a new password, and contact your administrator.",
  },
  screenNameChanged: {
    subject: (service: string) => sentence`Your ${service} screen name was changed`,
    changed: (user: string, service: string) =>
      sentence`${user} is no longer the screen name of your account at ${service}.`,
    notYou: "If this wasn’t you, reset your password immediately and contact your administrator.",
  },
  accountDeleted: {
    subject: (service: string) => sentence`Your ${service} account was deleted`,
    changed: (user: string, service: string) =>
      sentence`Your account ${user} at ${service} was deleted. All sessions were signed out, and applications no longer have access.`,
    notYou: "If you didn’t ask for this, contact your administrator immediately.",
  },
  /** Before the time, the address and the browser of what an alert is about. */
  facts: { when: "When", where: "IP address", browser: "Browser" },
  /** The labels of buttons. */
  open: {
    password: "Change your password",
    reset: "Reset your password",
    profile: "Open your profile",
    passkeys: "Open your passkeys",
    applications: "See your applications",
    events: "See your security events",
    contact: "Contact your administrator",
  },
};
