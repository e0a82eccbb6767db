import type { ApplicationId } from "../domain/credentials.ts";
import { type Notice, notificationKinds } from "../domain/notification.ts";
import { notificationsPage } from "../views/account/notifications.ts";
import type { Frame } from "../views/layout.ts";
import { letterPage } from "../views/letters.ts";
import { type NoticeLetter, noticeDocument, noticeLetter } from "../views/notice-letters.ts";
import { examplePerson } from "./example-person.ts";
import type { GalleryState } from "./gallery-state.ts";
import type { Hostile } from "./hostile.ts";

/** The emails are shown as text on a page, and as their HTML documents. */
export function notificationStates(frame: Frame, hostile: Hostile): readonly GalleryState[] {
  const person = examplePerson(frame);
  return [
    { name: "account-notifications", page: notificationsPage({ person, off: [] }) },
    {
      name: "account-notifications-saved",
      page: notificationsPage({ person, off: notificationKinds, saved: true }),
    },
    ...(["withoutMail", "unproven"] as const).map((why) => ({
      name: `account-notifications-${why.toLowerCase()}`,
      page: notificationsPage({ person, off: ["limits"], why }),
    })),
    ...Object.entries(notices).flatMap(([name, notice]) =>
      bothForms(frame, `mail-${name}`, letterOf(notice, "Weather Bot")),
    ),
    ...bothForms(
      frame,
      "mail-old-collaborator",
      letterOf(notices["collaborator-removed"], "Weather Bot", false),
    ),
    ...Object.entries(hostile).flatMap(([name, text]) =>
      bothForms(
        frame,
        `mail-suspended-${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`,
        letterOf({ what: "suspended", because: text }, text),
      ),
    ),
  ];
}

function bothForms(frame: Frame, name: string, letter: NoticeLetter): readonly GalleryState[] {
  return [
    { name, page: letterPage(frame, noticeLetter(frame, letter)) },
    { name: `${name}-html`, page: noticeDocument(frame, letter) },
  ];
}

function letterOf(notice: Notice, applicationName: string, hasRole = true): NoticeLetter {
  return {
    to: "alice@people.example",
    applicationId: "4503599627370497" as ApplicationId,
    applicationName,
    notice,
    hasRole,
    origin: "https://id.example.com",
  };
}

const notices = {
  "secret-made": { what: "secret-made", by: "bob" },
  "secret-made-by-service": { what: "secret-made" },
  suspended: { what: "suspended", because: "Sent advertisements." },
  restored: { what: "restored" },
  "admin-joined": { what: "collaborator-joined", person: "bob", role: "admin" },
  "viewer-joined": { what: "collaborator-joined", person: "bob", role: "viewer" },
  "collaborator-removed": { what: "collaborator-removed", person: "bob" },
  "collaborator-left": { what: "collaborator-left", person: "bob" },
  "ownership-offered": { what: "ownership-offered", person: "bob" },
  transferred: { what: "transferred", from: "alice", to: "bob" },
  ...limitNotices(),
  "old-secret": { what: "old-secret" },
} as const satisfies Readonly<Record<string, Notice>>;

function limitNotices() {
  const reached = { what: "limit-reached", limit: "oauth2/token", allowed: 60 } as const;
  const ofOne = { ...reached, limit: "account/verify_credentials", allowed: 75 } as const;
  return {
    "limit-80": { ...reached, percent: 80, per: "application" },
    "limit-100": { ...reached, percent: 100, per: "application" },
    "user-limit-80": { ...ofOne, percent: 80, per: "user and application" },
    "user-limit-100": { ...ofOne, percent: 100, per: "user and application" },
  } as const;
}
