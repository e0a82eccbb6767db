import { apiLimitName } from "../../domain/api-limits.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { type Notice, notificationKinds } from "../../domain/notification.ts";
import { notificationsPage } from "../views/account/notifications.ts";
import type { Frame } from "../views/layout.ts";
import { apiKeyEmail, type NoticeEmail, noticeEmail } from "../views/notice-emails.ts";
import { sunsetEmail } from "../views/sunset-email.ts";
import { exampleEndings } from "./example-endings.ts";
import { exampleViewer } from "./example-viewer.ts";
import { emailStatesOf, type GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

/** The emails are shown as text on a page, and as their HTML documents. */
export function notificationStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  return [
    { name: "account-notifications", page: notificationsPage({ viewer, off: [] }) },
    {
      name: "account-notifications-administrator",
      page: notificationsPage({ viewer: { ...viewer, isAdmin: true }, off: [] }),
    },
    {
      name: "account-notifications-saved",
      page: notificationsPage({ viewer, off: notificationKinds, saved: true }),
    },
    ...(["withoutMail", "unverified"] as const).map((why) => ({
      name: `account-notifications-${why.toLowerCase()}`,
      page: notificationsPage({ viewer, off: ["limits"], why }),
    })),
    ...Object.entries(notices).flatMap(([name, notice]) =>
      bothForms(frame, `mail-${name}`, emailOf(notice, "Weather Bot")),
    ),
    ...emailStatesOf(
      frame,
      "mail-api-key-expires",
      apiKeyEmail(frame, {
        to: "alice@users.example",
        key: "deploy",
        expiresAt: Date.UTC(2026, 11, 12, 9, 30),
        origin: "https://id.example.com",
      }),
    ),
    ...exampleEndings.flatMap(({ sunset }, at) =>
      emailStatesOf(
        frame,
        `mail-sunset-${sunset.name}`,
        sunsetEmail(frame, {
          ...{ to: "alice@users.example", sunset, origin: "https://id.example.com" },
          applications:
            at === 0 ? Array.from({ length: 23 }, () => "Weather Bot") : ["Weather Bot"],
        }),
      ),
    ),
    ...bothForms(
      frame,
      "mail-old-collaborator",
      emailOf(notices["collaborator-removed"], "Weather Bot", false),
    ),
    ...bothForms(frame, "mail-old-owner", emailOf(notices.transferred, "Weather Bot", false)),
    ...Object.entries(hostile).flatMap(([name, text]) =>
      bothForms(
        frame,
        `mail-suspended-${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`,
        emailOf({ what: "suspended", because: text }, text),
      ),
    ),
  ];
}

function bothForms(frame: Frame, name: string, email: NoticeEmail): readonly GalleryState[] {
  return emailStatesOf(frame, name, noticeEmail(frame, email));
}

function emailOf(notice: Notice, applicationName: string, hasRole = true): NoticeEmail {
  return {
    to: "alice@users.example",
    applicationId: "4503599627370497" as ApplicationId,
    applicationName,
    notice,
    hasRole,
    at: Date.UTC(2026, 4, 3, 10, 20),
    origin: "https://id.example.com",
  };
}

const notices = {
  "secret-made": { what: "secret-made", by: "bob" },
  "secret-made-by-service": { what: "secret-made" },
  "secret-revoked": { what: "secret-revoked" },
  "from-administrator": { what: "from-administrator", text: "Someone published its secret." },
  suspended: { what: "suspended", because: "Sent advertisements." },
  restored: { what: "restored" },
  approved: { what: "approved" },
  "change-approved": { what: "change-approved" },
  "approval-asked": { what: "approval-asked", question: "Whose weather is it?" },
  declined: { what: "declined", because: "Its purpose is unclear." },
  "change-declined": { what: "change-declined", because: "The host is not yours." },
  "editor-joined": { what: "collaborator-joined", user: "bob", role: "editor" },
  "viewer-joined": { what: "collaborator-joined", user: "bob", role: "viewer" },
  "collaborator-removed": { what: "collaborator-removed", user: "bob" },
  "collaborator-left": { what: "collaborator-left", user: "bob" },
  "ownership-offered": { what: "ownership-offered", user: "bob" },
  transferred: { what: "transferred", from: "alice", to: "bob" },
  ...limitNotices(),
  "old-secret": { what: "old-secret" },
} as const satisfies Readonly<Record<string, Notice>>;

function limitNotices() {
  const reached = { what: "limit-reached", limit: "oauth2/token", allowed: 60 } as const;
  const ofOne = { ...reached, limit: "account/verify_credentials", allowed: 75 } as const;
  const ofMonth = {
    ...({ what: "limit-reached", limit: apiLimitName("exports") } as const),
    ...({ allowed: 10_000, window: "month" } as const),
  };
  return {
    "limit-80": { ...reached, percent: 80, per: "application" },
    "limit-100": { ...reached, percent: 100, per: "application" },
    "month-limit-80": { ...ofMonth, percent: 80, per: "application" },
    "user-limit-80": { ...ofOne, percent: 80, per: "user and application" },
    "user-limit-100": { ...ofOne, percent: 100, per: "user and application" },
  } as const;
}
