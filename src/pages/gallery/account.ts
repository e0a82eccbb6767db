import { userEvents } from "../../domain/audit.ts";
import type { ApplicationId, RequestToken } from "../../domain/credentials.ts";
import type { Passkey, PasskeyId } from "../../domain/passkey.ts";
import { newPasswordProblems } from "../../tools/passwords/password-problem.ts";
import { applicationsPage } from "../views/account/applications.ts";
import { dataPage } from "../views/account/data.ts";
import { deletedPage, deletionPage } from "../views/account/delete.ts";
import { eventsPage } from "../views/account/events.ts";
import { passwordPage } from "../views/account/password.ts";
import { profilePage } from "../views/account/profile.ts";
import { sessionsPage } from "../views/account/sessions.ts";
import { type SignInMethods, signInMethodsPage } from "../views/account/sign-in.ts";
import { type AccountOverview, accountPage } from "../views/account.ts";
import type { Frame } from "../views/layout.ts";
import type { Viewer } from "../views/viewer.ts";
import { exampleViewer } from "./example-viewer.ts";
import type { GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

export function accountStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const since = Date.UTC(2026, 4, 3, 10, 20);
  const application = {
    applicationId: "1",
    name: "Weather Bot",
    website: "https://weatherbot.example/",
    links: { terms: "https://weatherbot.example/terms", privacy: "", support: "mailto:" },
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
    website: undefined,
    name: "Reader",
    access: "read",
    lastUsed: today,
  } as const;
  const unused = { ...reading, applicationId: "3", name: "Calendar", lastUsed: undefined } as const;
  const expiring = {
    ...application,
    applicationId: "5",
    name: "Old Calendar",
    unusedEnd: Date.UTC(2026, 4, 21),
  } as const;
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
    ...overviewStates(viewer, { used: [reading, application, unused], names, today }),
    ...signInStates(viewer),
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
      name: "account-applications-expiring",
      page: applicationsPage({
        ...all,
        total: 2,
        applications: [expiring, { ...expiring, applicationId: "6", lastUsed: undefined }],
      }),
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
        previousHref: "/account/applications?order=newest&page=1",
        nextHref: "/account/applications?order=newest&page=3",
      }),
    },
    ...profileStates(viewer),
    ...passwordStates(viewer),
    ...sessionStates(viewer),
    ...eventStates(viewer),
    ...deletionStates(viewer),
  ];
}

const passkey: Passkey = {
  id: "a" as PasskeyId,
  name: "MacBook",
  transports: [],
  createdAt: Date.UTC(2026, 4, 3, 10, 20),
  lastUsedAt: undefined,
};

const unprotected: SignInMethods = {
  password: true,
  providers: [],
  factors: { totp: undefined, passkeys: [], recoveryCodes: 0 },
  passkeysWork: true,
};

const totp = { since: Date.UTC(2026, 4, 3, 10, 20) };

function overviewStates(
  viewer: Viewer,
  {
    used,
    names,
    today,
  }: {
    readonly used: AccountOverview["applications"];
    readonly names: AccountOverview["applications"];
    readonly today: number;
  },
): readonly GalleryState[] {
  const usual: AccountOverview = {
    viewer,
    userId: "1",
    email: "alice@users.example",
    emailVerified: true,
    methods: { ...unprotected, factors: { totp, passkeys: [passkey], recoveryCodes: 8 } },
    applications: used,
    waiting: 0,
    sessions: [exampleSession(firefox, 0), exampleSession("curl/8.9.1", 1)],
    events: ["user.signed-in", "access.approved", "user.password-changed"].map(exampleEvent),
    today,
  };
  const { long, script } = hostile;
  return [
    { name: "account-overview", page: accountPage(usual) },
    {
      name: "account-overview-unprotected",
      page: accountPage({ ...usual, methods: unprotected, waiting: 1, emailVerified: false }),
    },
    {
      name: "account-overview-new",
      page: accountPage({
        ...usual,
        email: "",
        methods: { ...unprotected, passkeysWork: false },
        applications: [],
        events: [],
        sessions: [exampleSession(firefox, 0)],
      }),
    },
    {
      name: "account-overview-few-codes",
      page: accountPage({
        ...usual,
        methods: { ...unprotected, factors: { totp, passkeys: [], recoveryCodes: 1 } },
      }),
    },
    {
      name: "account-overview-due",
      page: accountPage({
        ...usual,
        viewer: { ...viewer, secondFactor: { daysLeft: 5, until: today } },
        methods: unprotected,
      }),
    },
    {
      name: "account-overview-hostile",
      page: accountPage({
        ...usual,
        email: script,
        applications: names.slice(0, 4),
        methods: {
          ...unprotected,
          factors: { totp, passkeys: [{ ...passkey, name: long }], recoveryCodes: 8 },
        },
        sessions: Object.values(hostile).slice(0, 3).map(exampleSession),
      }),
    },
  ];
}

function signInStates(viewer: Viewer): readonly GalleryState[] {
  const { long, script } = hostile;
  const linking = { ...viewer, frame: { ...viewer.frame, hasIdentityProviders: true } };
  const only = { ...linking, frame: { ...linking.frame, hasPasswords: false } };
  const providers = [{ name: "Example Staff" }, { name: script }];
  const passkeys = [passkey, { ...passkey, name: long }, { ...passkey, name: script }];
  const byPasskey = { ...unprotected, factors: { totp: undefined, passkeys, recoveryCodes: 10 } };
  return [
    { name: "account-sign-in", page: signInMethodsPage(viewer, unprotected) },
    {
      name: "account-sign-in-every-way",
      page: signInMethodsPage(linking, {
        ...unprotected,
        providers,
        factors: { totp, passkeys, recoveryCodes: 2 },
      }),
    },
    { name: "account-sign-in-by-passkey", page: signInMethodsPage(linking, byPasskey) },
    {
      name: "account-sign-in-no-password",
      page: signInMethodsPage(linking, { ...unprotected, password: false, providers }),
    },
    {
      name: "account-sign-in-providers-only",
      page: signInMethodsPage(only, { ...unprotected, password: false, passkeysWork: false }),
    },
  ];
}

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function exampleSession(userAgent: string, at: number) {
  return {
    digest: `${at}`,
    userAgent,
    address: at % 2 === 0 ? "192.0.2.17" : "2001:db8:1234:5678:9abc:def0:1234:5678",
    lastSeenAt: Date.UTC(2026, 4, 3, 10, at),
    authEvents: [
      { kind: "password", at: Date.UTC(2026, 4, 3, 9, at) },
      { kind: at % 2 === 0 ? "totp" : "passkey", at: Date.UTC(2026, 4, 3, 9, at + 1) },
    ] as const,
    isThis: at === 0,
  };
}

function exampleEvent(name: string) {
  return {
    name,
    at: Date.UTC(2026, 4, 3, 10, 20),
    by: "self",
    applicationName: "Weather Bot",
    address: "192.0.2.17",
  } as const;
}

function deletionStates(viewer: Viewer): readonly GalleryState[] {
  const problems = ["other-name", "missing", "wrong", "too-many", "busy"] as const;
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
          id: `${at}` as ApplicationId,
          name: `Weather Bot ${at}`,
          icon: undefined,
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

function sessionStates(viewer: Viewer): readonly GalleryState[] {
  return [
    {
      name: "account-sessions-only-this",
      page: sessionsPage({ viewer, sessions: [exampleSession(firefox, 0)] }),
    },
    ...(["ended", "ended-others"] as const).map((done) => ({
      name: `account-sessions-${done}`,
      page: sessionsPage({ viewer, sessions: [exampleSession(firefox, 0)], done }),
    })),
    {
      name: "account-sessions",
      page: sessionsPage({
        viewer,
        sessions: [firefox, "", "curl/8.9.1", ...Object.values(hostile)].map(exampleSession),
        nextHref: "/account/sessions?after=1",
      }),
    },
  ];
}

function eventStates(viewer: Viewer): readonly GalleryState[] {
  const happened = [...userEvents, "user.turned-into-a-frog"].map(exampleEvent);
  const named = Object.values(hostile).map((applicationName) => ({
    ...exampleEvent("access.approved"),
    by: "application" as const,
    applicationName,
  }));
  const gone = {
    at: Date.UTC(2026, 4, 3, 10, 20),
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

function profileStates(viewer: Viewer): readonly GalleryState[] {
  const profile = { screenName: "alice", name: "Alice Example", email: "alice@users.example" };
  const { script, screenName } = hostile;
  const problems = ["screen-name", "taken", "name", "email", "changed-since"] as const;
  return [
    { name: "account-profile", page: profilePage({ viewer, userId: "1", seen: "", profile }) },
    {
      name: "account-profile-saved",
      page: profilePage({ viewer, userId: "1", seen: "", profile, saved: true }),
    },
    ...(["withMail", "withoutMail"] as const).map((unverified) => ({
      name: `account-profile-unverified-${unverified === "withMail" ? "with" : "without"}-mail`,
      page: profilePage({ viewer, userId: "1", seen: "", profile, unverified }),
    })),
    ...(["withMail", "withoutMail"] as const).map((unverified) => ({
      name: `account-profile-distrusted-${unverified === "withMail" ? "with" : "without"}-mail`,
      page: profilePage({ viewer, userId: "1", seen: "", profile, unverified, distrusted: true }),
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
        unverified: "withMail",
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
  const problems = ["missing", "wrong", "too-many", "busy", ...newPasswordProblems] as const;
  return [
    { name: "account-password", page: passwordPage({ viewer }) },
    { name: "account-password-changed", page: passwordPage({ viewer, changed: true }) },
    ...problems.map((problem) => ({
      name: `account-password-${problem}`,
      page: passwordPage({ viewer, problem, minutes: 7 }),
    })),
  ];
}
