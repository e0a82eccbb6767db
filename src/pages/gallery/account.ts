import { userEvents } from "../../domain/audit.ts";
import type { ApplicationId, RequestToken } from "../../domain/credentials.ts";
import { newPasswordProblems } from "../../tools/passwords/password-problem.ts";
import { dataPage } from "../views/account/data.ts";
import { deletedPage, deletionPage } from "../views/account/delete.ts";
import { eventsPage } from "../views/account/events.ts";
import { passwordPage } from "../views/account/password.ts";
import { profilePage } from "../views/account/profile.ts";
import { sessionsPage } from "../views/account/sessions.ts";
import { applicationsPage } from "../views/account.ts";
import type { Frame } from "../views/layout.ts";
import type { Viewer } from "../views/viewer.ts";
import { exampleViewer } from "./example-viewer.ts";
import type { GalleryState } from "./gallery-state.ts";
import type { Hostile } from "./hostile.ts";

/** `hostile` has names that someone may try to use. */
export function accountStates(frame: Frame, hostile: Hostile): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const since = Date.UTC(2026, 4, 3, 10, 20);
  const application = {
    applicationId: "1",
    name: "Weather Bot",
    ownerScreenName: "carol",
    access: "write",
    emailGranted: false,
    since,
    lastUsed: Date.UTC(2026, 4, 6),
  } as const;
  const today = Date.UTC(2026, 4, 7);
  const reading = {
    ...application,
    applicationId: "2",
    name: "Reader",
    access: "read",
    lastUsed: today,
  } as const;
  const unused = { ...reading, applicationId: "3", name: "Calendar", lastUsed: undefined } as const;
  const names = Object.values(hostile).map((name, at) => ({
    ...application,
    applicationId: String(at),
    name,
    ownerScreenName: name,
    emailGranted: true,
  }));
  const approval = {
    token: "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9" as RequestToken,
    applicationId: "4" as ApplicationId,
    name: "Photo Prints",
    icon: undefined,
    ownerScreenName: "dave",
    access: "write",
    requestEmail: true,
    approvedAt: Date.UTC(2026, 4, 7, 10, 20),
    expiresAt: Date.UTC(2026, 4, 7, 10, 34),
  } as const;
  const all = { viewer, approvals: [], total: 3, text: "", order: "name", today } as const;
  return [
    {
      name: "account-applications-none",
      page: applicationsPage({ ...all, applications: [], total: 0 }),
    },
    {
      name: "account-applications-not-found",
      page: applicationsPage({ ...all, applications: [], total: 0, text: "wether" }),
    },
    {
      name: "account-applications",
      page: applicationsPage({ ...all, applications: [application, reading, unused] }),
    },
    {
      name: "account-applications-approved",
      page: applicationsPage({
        ...all,
        approvals: [
          approval,
          ...names.map((one) => ({
            ...approval,
            name: one.name,
            ownerScreenName: one.ownerScreenName,
            access: "read" as const,
            approvedAt: undefined,
          })),
        ],
        total: 1,
        applications: [reading],
      }),
    },
    {
      name: "account-applications-first-approved",
      page: applicationsPage({ ...all, approvals: [approval], applications: [], total: 0 }),
    },
    ...(["revoked", "reduced", "withdrawn"] as const).map((what) => ({
      name: `account-applications-${what}`,
      page: applicationsPage({
        ...all,
        total: what === "reduced" ? 1 : 0,
        applications: what === "reduced" ? [reading] : [],
        done: { what, application: "Reader" },
      }),
    })),
    {
      name: "account-applications-names",
      page: applicationsPage({
        ...all,
        applications: names,
        total: 112,
        order: "newest",
        previousHref: "/account?order=newest&page=1",
        nextHref: "/account?order=newest&page=3",
      }),
    },
    ...profileStates(viewer, hostile),
    ...passwordStates(viewer),
    ...sessionStates(viewer, hostile),
    ...eventStates(viewer, hostile),
    ...deletionStates(viewer),
  ];
}

function deletionStates(viewer: Viewer): readonly GalleryState[] {
  const problems = ["other-name", "wrong", "too-many", "busy"] as const;
  const usual = { viewer, owned: [] };
  return [
    { name: "account-data", page: dataPage({ viewer }) },
    {
      name: "account-data-reauthentication",
      page: dataPage({
        viewer: { ...viewer, signedInRecently: false },
        reauthentication: { problem: "missing", minutes: 0 },
      }),
    },
    { name: "account-delete", page: deletionPage(usual) },
    {
      name: "account-delete-owner",
      page: deletionPage({
        viewer,
        owned: Array.from({ length: 21 }, (_, at) => ({
          id: "1" as ApplicationId,
          name: `Weather Bot ${at}`,
        })),
      }),
    },
    {
      name: "account-delete-last-administrator",
      page: deletionPage({ viewer, owned: [], lastAdmin: true }),
    },
    ...problems.map((problem) => ({
      name: `account-delete-${problem}`,
      page: deletionPage({ ...usual, problem, minutes: 7 }),
    })),
    { name: "account-deleted", page: deletedPage(viewer.frame) },
  ];
}

function sessionStates(viewer: Viewer, hostile: Hostile): readonly GalleryState[] {
  const session = (userAgent: string, at: number) => ({
    digest: `${at}`,
    userAgent,
    address: at % 2 === 0 ? "192.0.2.17" : "2001:db8:1234:5678:9abc:def0:1234:5678",
    lastSeenAt: Date.UTC(2026, 4, 3, 10, at),
    authEvents: [
      { kind: "password", at: Date.UTC(2026, 4, 3, 9, at) },
      { kind: at % 2 === 0 ? "totp" : "passkey", at: Date.UTC(2026, 4, 3, 9, at + 1) },
    ] as const,
    isThis: at === 0,
  });
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  return [
    {
      name: "account-sessions-only-this",
      page: sessionsPage({ viewer, sessions: [session(firefox, 0)] }),
    },
    ...(["ended", "ended-others"] as const).map((done) => ({
      name: `account-sessions-${done}`,
      page: sessionsPage({ viewer, sessions: [session(firefox, 0)], done }),
    })),
    {
      name: "account-sessions",
      page: sessionsPage({
        viewer,
        sessions: [firefox, "", "curl/8.9.1", ...Object.values(hostile)].map(session),
        nextHref: "/account/sessions?after=1",
      }),
    },
  ];
}

function eventStates(viewer: Viewer, hostile: Hostile): readonly GalleryState[] {
  const usual = {
    at: Date.UTC(2026, 4, 3, 10, 20),
    by: "self",
    applicationName: "Weather Bot",
    address: "192.0.2.17",
  } as const;
  const happened = [...userEvents, "user.turned-into-a-frog"].map((name) => ({ ...usual, name }));
  const named = Object.values(hostile).map((applicationName) => ({
    ...usual,
    name: "access.approved",
    by: "application" as const,
    applicationName,
  }));
  const gone = {
    at: usual.at,
    name: "access.revoked",
    by: "admin",
    applicationName: undefined,
  } as const;
  return [
    { name: "account-events-none", page: eventsPage({ viewer, events: [] }) },
    {
      name: "account-events",
      page: eventsPage({
        viewer,
        events: [...happened, gone],
        nextHref: "/account/events?after=1",
      }),
    },
    { name: "account-events-names", page: eventsPage({ viewer, events: named }) },
  ];
}

function profileStates(viewer: Viewer, hostile: Hostile): readonly GalleryState[] {
  const profile = { screenName: "alice", name: "Alice Example", email: "alice@users.example" };
  const { script = "", screenName = "" } = hostile;
  const problems = ["screen-name", "taken", "name", "email", "changed-since"] as const;
  return [
    { name: "account-profile", page: profilePage({ viewer, userId: "1", seen: "", profile }) },
    {
      name: "account-profile-saved",
      page: profilePage({ viewer, userId: "1", seen: "", profile, saved: true }),
    },
    ...(["withMail", "withoutMail"] as const).map((unconfirmed) => ({
      name: `account-profile-unconfirmed-${unconfirmed === "withMail" ? "with" : "without"}-mail`,
      page: profilePage({ viewer, userId: "1", seen: "", profile, unconfirmed }),
    })),
    ...(["withMail", "withoutMail"] as const).map((unconfirmed) => ({
      name: `account-profile-distrusted-${unconfirmed === "withMail" ? "with" : "without"}-mail`,
      page: profilePage({ viewer, userId: "1", seen: "", profile, unconfirmed, distrusted: true }),
    })),
    {
      name: "account-profile-link-sent",
      page: profilePage({
        viewer,
        userId: "1",
        seen: "",
        profile,
        saved: true,
        sent: true,
        unconfirmed: "withMail",
      }),
    },
    {
      name: "account-profile-reauthentication",
      page: profilePage({
        viewer,
        userId: "1",
        seen: "",
        profile,
        reauthentication: { problem: "missing", minutes: 0 },
      }),
    },
    ...problems.map((problem) => ({
      name: `account-profile-${problem}-problem`,
      page: profilePage({ viewer, userId: "1", seen: "", profile, problems: [problem] }),
    })),
    {
      name: "account-profile-hostile",
      page: profilePage({
        userId: "1",
        seen: "",
        viewer: { ...viewer, screenName },
        profile: { screenName: script, name: script, email: script },
        problems: ["screen-name", "name", "email"],
      }),
    },
  ];
}

function passwordStates(viewer: Viewer): readonly GalleryState[] {
  const problems = ["wrong", "too-many", "busy", ...newPasswordProblems] as const;
  return [
    { name: "account-password", page: passwordPage({ viewer }) },
    { name: "account-password-changed", page: passwordPage({ viewer, changed: true }) },
    ...problems.map((problem) => ({
      name: `account-password-${problem}`,
      page: passwordPage({ viewer, problem, minutes: 7 }),
    })),
  ];
}
