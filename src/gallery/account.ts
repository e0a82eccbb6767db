import { userEvents } from "../domain/audit.ts";
import type { ApplicationId, RequestToken } from "../domain/credentials.ts";
import { newPasswordProblems } from "../passwords/password-problem.ts";
import { dataPage } from "../views/account/data.ts";
import { deletedPage, deletionPage } from "../views/account/delete.ts";
import { eventsPage } from "../views/account/events.ts";
import { passwordPage } from "../views/account/password.ts";
import { profilePage } from "../views/account/profile.ts";
import { sessionsPage } from "../views/account/sessions.ts";
import { applicationsPage } from "../views/account.ts";
import type { Frame } from "../views/layout.ts";
import type { Person } from "../views/person.ts";
import { examplePerson } from "./example-person.ts";
import type { GalleryState } from "./gallery-state.ts";
import type { Hostile } from "./hostile.ts";

/** `hostile` has names that somebody may try to use. */
export function accountStates(frame: Frame, hostile: Hostile): readonly GalleryState[] {
  const person = examplePerson(frame);
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
  const all = { person, approvals: [], total: 3, text: "", order: "name", today } as const;
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
    ...profileStates(person, hostile),
    ...passwordStates(person),
    ...sessionStates(person, hostile),
    ...eventStates(person, hostile),
    ...deletionStates(person),
  ];
}

function deletionStates(person: Person): readonly GalleryState[] {
  const problems = ["other-name", "wrong", "too-many", "busy"] as const;
  const usual = { person, owned: [] };
  return [
    { name: "account-data", page: dataPage({ person }) },
    {
      name: "account-data-unproven",
      page: dataPage({
        person: { ...person, signedInRecently: false },
        unproven: { problem: "missing", minutes: 0 },
      }),
    },
    { name: "account-delete", page: deletionPage(usual) },
    {
      name: "account-delete-owner",
      page: deletionPage({
        person,
        owned: Array.from({ length: 21 }, (_, at) => ({
          id: "1" as ApplicationId,
          name: `Weather Bot ${at}`,
        })),
      }),
    },
    {
      name: "account-delete-last-operator",
      page: deletionPage({ person, owned: [], lastOperator: true }),
    },
    ...problems.map((problem) => ({
      name: `account-delete-${problem}`,
      page: deletionPage({ ...usual, problem, minutes: 7 }),
    })),
    { name: "account-deleted", page: deletedPage(person.frame) },
  ];
}

function sessionStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const session = (userAgent: string, at: number) => ({
    digest: `${at}`,
    userAgent,
    address: at % 2 === 0 ? "192.0.2.17" : "2001:db8:1234:5678:9abc:def0:1234:5678",
    lastSeenAt: Date.UTC(2026, 4, 3, 10, at),
    proofs: [
      { kind: "password", at: Date.UTC(2026, 4, 3, 9, at) },
      { kind: at % 2 === 0 ? "totp" : "passkey", at: Date.UTC(2026, 4, 3, 9, at + 1) },
    ] as const,
    isThis: at === 0,
  });
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  return [
    {
      name: "account-sessions-only-this",
      page: sessionsPage({ person, sessions: [session(firefox, 0)] }),
    },
    ...(["ended", "ended-others"] as const).map((done) => ({
      name: `account-sessions-${done}`,
      page: sessionsPage({ person, sessions: [session(firefox, 0)], done }),
    })),
    {
      name: "account-sessions",
      page: sessionsPage({
        person,
        sessions: [firefox, "", "curl/8.9.1", ...Object.values(hostile)].map(session),
        nextHref: "/account/sessions?after=1",
      }),
    },
  ];
}

function eventStates(person: Person, hostile: Hostile): readonly GalleryState[] {
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
    by: "operator",
    applicationName: undefined,
  } as const;
  return [
    { name: "account-events-none", page: eventsPage({ person, events: [] }) },
    {
      name: "account-events",
      page: eventsPage({
        person,
        events: [...happened, gone],
        nextHref: "/account/events?after=1",
      }),
    },
    { name: "account-events-names", page: eventsPage({ person, events: named }) },
  ];
}

function profileStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const profile = { screenName: "alice", name: "Alice Example", email: "alice@people.example" };
  const { script = "", screenName = "" } = hostile;
  const problems = ["screen-name", "taken", "name", "email", "changed-since"] as const;
  return [
    { name: "account-profile", page: profilePage({ person, userId: "1", seen: "", profile }) },
    {
      name: "account-profile-saved",
      page: profilePage({ person, userId: "1", seen: "", profile, saved: true }),
    },
    ...(["withMail", "withoutMail"] as const).map((unconfirmed) => ({
      name: `account-profile-unconfirmed-${unconfirmed === "withMail" ? "with" : "without"}-mail`,
      page: profilePage({ person, userId: "1", seen: "", profile, unconfirmed }),
    })),
    ...(["withMail", "withoutMail"] as const).map((unconfirmed) => ({
      name: `account-profile-distrusted-${unconfirmed === "withMail" ? "with" : "without"}-mail`,
      page: profilePage({ person, userId: "1", seen: "", profile, unconfirmed, distrusted: true }),
    })),
    {
      name: "account-profile-link-sent",
      page: profilePage({
        person,
        userId: "1",
        seen: "",
        profile,
        saved: true,
        sent: true,
        unconfirmed: "withMail",
      }),
    },
    {
      name: "account-profile-unproven",
      page: profilePage({
        person,
        userId: "1",
        seen: "",
        profile,
        unproven: { problem: "missing", minutes: 0 },
      }),
    },
    ...problems.map((problem) => ({
      name: `account-profile-${problem}-problem`,
      page: profilePage({ person, userId: "1", seen: "", profile, problems: [problem] }),
    })),
    {
      name: "account-profile-hostile",
      page: profilePage({
        userId: "1",
        seen: "",
        person: { ...person, screenName },
        profile: { screenName: script, name: script, email: script },
        problems: ["screen-name", "name", "email"],
      }),
    },
  ];
}

function passwordStates(person: Person): readonly GalleryState[] {
  const problems = ["wrong", "too-many", "busy", ...newPasswordProblems] as const;
  return [
    { name: "account-password", page: passwordPage({ person }) },
    { name: "account-password-changed", page: passwordPage({ person, changed: true }) },
    ...problems.map((problem) => ({
      name: `account-password-${problem}`,
      page: passwordPage({ person, problem, minutes: 7 }),
    })),
  ];
}
