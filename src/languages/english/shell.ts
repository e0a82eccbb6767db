import { sentence } from "../sentence.ts";
import type { ShellTexts } from "../texts/shell.ts";
import { inMinutes } from "./dates.ts";

export const shell: ShellTexts = {
  areasLabel: "Areas",
  operators: "the people who run this service",
  skip: "Skip to content",
  problem: (title) => `Problem: ${title}`,
  areas: { account: "Account", portal: "Developer portal", admin: "Admin" },
  sections: {
    account: {
      applications: "Applications",
      profile: "Profile",
      password: "Password",
      twoStep: "Two-step verification",
      identities: "Linked identities",
      passkeys: "Passkeys",
      sessions: "Sessions",
      notifications: "Notifications",
      events: "Events",
    },
    portal: { applications: "Applications", invitations: "Invitations", docs: "Documentation" },
    admin: {
      overview: "Overview",
      people: "People",
      applications: "Applications",
      invitations: "Invitations",
      audit: "Audit log",
      settings: "Settings",
    },
  },
  signedInAs: (user) => sentence`Signed in as ${user}`,
  signOut: "Sign out",
  nextPage: "Next page",
  previousPage: "Previous page",
  language: "Language",
  script: {
    copy: "Copy",
    copied: "Copied",
    download: "Save as file",
    showPassword: "Show password",
  },
  proof: {
    code: "Code",
    whyCode: "Enter a code from your authenticator app, or a recovery code, to confirm it’s you.",
    whyProvider:
      "Please confirm it’s you, with a sign-in there. What you’ve typed on this page will be lost.",
    confirmWith: (provider) => sentence`Confirm with ${provider}`,
    password: "Your password",
    why: "You signed in a while ago, so please confirm it’s you.",
    problems: {
      "missing-provider": "Confirm at your identity provider first.",
      "missing-code": "Enter a code to continue.",
      "wrong-code": "That code is wrong.",
      "used-code": "That code was already used. Wait for the next one.",
      "wrong-passkey": "That passkey wasn’t accepted. Try again, or enter a code.",
      "late-passkey": "This page was open too long. Try again.",
      "counter-back-passkey":
        "That passkey wasn’t accepted because it may have been copied. Enter a code.",
      missing: "Enter your password to continue.",
      wrong: "That’s not your password. Passwords are case-sensitive.",
      "too-many": (minutes) => `Too many attempts. Try again in ${inMinutes(minutes)}.`,
      busy: "The service is busy. Wait a few seconds and try again.",
    },
  },
};
