import { sentence } from "../sentence.ts";
import type { ShellTexts } from "../texts/shell.ts";
import { inMinutes } from "./dates.ts";

export const shell: ShellTexts = {
  areasLabel: "Areas",
  areas: { account: "Account", portal: "Developer portal", admin: "Operator" },
  sections: {
    account: {
      applications: "Applications",
      profile: "Profile",
      password: "Password",
      sessions: "Sessions",
      events: "Events",
    },
    portal: { applications: "Applications" },
    admin: {
      overview: "Overview",
      people: "People",
      applications: "Applications",
      invitations: "Invitations",
      audit: "Audit log",
      settings: "Settings",
    },
  },
  onThisPage: "On this page",
  signedInAs: (user) => sentence`Signed in as ${user}`,
  signOut: "Sign out",
  nextPage: "Next page",
  language: "Language",
  script: { copy: "Copy", copied: "Copied", download: "Save as a file" },
  proof: {
    password: "Your password",
    why: "You signed in a while ago, so this asks for it once more.",
    problems: {
      missing: "You signed in a while ago. Type your password to go on.",
      wrong: "That is not your password. Capital letters count.",
      "too-many": (minutes) => `There were too many tries. Try again in ${inMinutes(minutes)}.`,
      busy: "Many people are signing in right now. Wait a few seconds and try again.",
    },
  },
};
