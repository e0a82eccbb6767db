import { usualTerms } from "../../domain/invitation.ts";
import { newPasswordProblems } from "../../tools/passwords/password-problem.ts";
import { emailLinkGonePage, emailVerifiedPage, verifyEmailPage } from "../views/account/email.ts";
import {
  accountEmail,
  invitationEmail,
  passwordResetEmail,
  verifyAddressEmail,
} from "../views/emails.ts";
import type { Frame } from "../views/layout.ts";
import { resetChoosePage, resetGonePage } from "../views/reset/password.ts";
import { resetAskedPage, resetAskPage, resetWithoutMailPage } from "../views/reset.ts";
import { noSignUpPage, type SignUpForm, signUpPage } from "../views/sign-up.ts";
import { emailStatesOf, exampleNotice, type GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

const words = "Weather Bot ☂ 18:00!\n\nWeather Bot.";

export function resetStates(frame: Frame): readonly GalleryState[] {
  const choosing = { frame, csrf: "example", token: "example", screenName: "alice" };
  const to = "alice@users.example";
  const link = (screenName: string) => ({
    screenName,
    href: "https://id.example.com/reset/password?token=3hB8x0qTzV5nKc1RfY7mWdLpJs2GuAeQi9oXvZt4CbE",
  });
  const message = (links: readonly ReturnType<typeof link>[]) =>
    passwordResetEmail(frame, { to, links, minutes: 60 });
  return [
    { name: "reset-ask", page: resetAskPage({ frame, csrf: "example" }) },
    { name: "reset-ask-missing", page: resetAskPage({ frame, csrf: "example", isMissing: true }) },
    { name: "reset-asked", page: resetAskedPage(frame) },
    { name: "reset-without-mail", page: resetWithoutMailPage(frame) },
    { name: "reset-choose", page: resetChoosePage(choosing) },
    { name: "reset-choose-recovers", page: resetChoosePage({ ...choosing, recovers: true }) },
    ...newPasswordProblems.map((problem) => ({
      name: `reset-choose-${problem}`,
      page: resetChoosePage({ ...choosing, problem }),
    })),
    { name: "reset-gone", page: resetGonePage(frame) },
    { name: "reset-gone-no-mail", page: resetGonePage({ ...frame, sendsMail: false }) },
    ...emailStatesOf(frame, "mail-password-reset", message([link("alice")])),
    ...emailStatesOf(
      frame,
      "mail-password-reset-several",
      message([link("alice"), link("alice_at_work")]),
    ),
    ...changeMails(frame, to),
  ];
}

function changeMails(frame: Frame, to: string): readonly GalleryState[] {
  const changes = {
    "mail-password-changed": "passwordChanged",
    "mail-email-changed": "emailChanged",
    "mail-screen-name-changed": "screenNameChanged",
    "mail-account-deleted": "accountDeleted",
    "mail-access-expiring": "accessExpiring",
  } as const;
  return Object.entries(changes).flatMap(([name, news]) =>
    emailStatesOf(
      frame,
      name,
      accountEmail(frame, { to, screenName: "alice", news, ...exampleNotice }),
    ),
  );
}

export function emailStates(frame: Frame): readonly GalleryState[] {
  const email = "alice@users.example";
  const asking = { frame, csrf: "example", token: "example", screenName: "alice", email };
  const href =
    "https://id.example.com/account/email?token=3hB8x0qTzV5nKc1RfY7mWdLpJs2GuAeQi9oXvZt4CbE";
  const message = verifyAddressEmail(frame, { to: email, screenName: "alice", href });
  return [
    { name: "email-verify", page: verifyEmailPage(asking) },
    { name: "email-verify-hostile", page: verifyEmailPage({ ...asking, email: hostile.script }) },
    { name: "email-verified", page: emailVerifiedPage(frame) },
    { name: "email-gone", page: emailLinkGonePage(frame) },
    ...emailStatesOf(frame, "mail-email-verification", message),
    ...emailStatesOf(
      frame,
      "mail-invitation",
      invitationEmail(frame, {
        to: "bob@users.example",
        href: `https://id.example.com/sign-up?invitation=${"x".repeat(43)}`,
        days: 14,
        inviter: "rosa",
        message: words,
      }),
    ),
    ...emailStatesOf(
      frame,
      "mail-invitation-by-command",
      invitationEmail(frame, {
        to: "bob@users.example",
        href: `https://id.example.com/sign-up?invitation=${"x".repeat(43)}`,
        days: 14,
        inviter: undefined,
        message: "",
      }),
    ),
  ];
}

export function signUpStates(frame: Frame): readonly GalleryState[] {
  const empty = { screenName: "", name: "", email: "" };
  const usual: SignUpForm = { frame, csrf: "example", continueTo: "/account", profile: empty };
  const profile = { screenName: "alice", name: "Alice", email: "alice@users.example" };
  const wrong = {
    "screen-name": { screenName: "alice wonder" },
    taken: {},
    name: { name: "Alice ".repeat(9) },
    email: { email: "alice.users.example" },
  };
  const problems = [
    ...(["screen-name", "taken", "name", "email"] as const).map((problem) => ({
      problem,
      profile: { ...profile, ...wrong[problem] },
    })),
    ...newPasswordProblems.map((problem) => ({ problem, profile })),
  ];
  return [
    { name: "sign-up", page: signUpPage(usual) },
    {
      name: "sign-up-without-mail",
      page: signUpPage({ ...usual, frame: { ...frame, sendsMail: false } }),
    },
    {
      name: "sign-up-invited",
      page: signUpPage({
        ...usual,
        link: { secret: "example", purpose: "invitation", terms: usualTerms },
      }),
    },
    {
      name: "sign-up-invited-by-email",
      page: signUpPage({
        ...usual,
        link: {
          secret: "example",
          purpose: "invitation",
          mailedTo: profile.email,
          inviter: "rosa",
          terms: { message: words, role: "admin", page: "portal" },
        },
        profile: { ...empty, email: profile.email },
      }),
    },
    {
      name: "sign-up-administrator",
      page: signUpPage({
        ...usual,
        link: { secret: "example", purpose: "admin", terms: usualTerms },
      }),
    },
    ...problems.map(({ problem, profile }) => ({
      name: `sign-up-${problem}`,
      page: signUpPage({ ...usual, profile, problems: [problem] }),
    })),
    {
      name: "sign-up-hostile",
      page: signUpPage({
        ...usual,
        profile: { screenName: hostile.long, name: hostile.script, email: hostile.script },
        problems: ["screen-name", "name", "email", "too-short"],
      }),
    },
    { name: "sign-up-closed", page: noSignUpPage(frame, "closed") },
    { name: "sign-up-by-invitation", page: noSignUpPage(frame, "byInvitation") },
    { name: "sign-up-gone", page: noSignUpPage(frame, "gone") },
  ];
}
