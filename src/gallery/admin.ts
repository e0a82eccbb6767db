import { type Application, noLinks } from "../domain/application.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../domain/credentials.ts";
import type { User } from "../domain/user.ts";
import { type ApplicationReport, applicationPage } from "../views/admin/application.ts";
import { applicationsPage } from "../views/admin/application-search.ts";
import { peoplePage } from "../views/admin/people.ts";
import { type PersonReport, personPage, resetLinkPage } from "../views/admin/person.ts";
import type { Frame } from "../views/layout.ts";
import type { Person } from "../views/person.ts";
import { auditStates } from "./audit.ts";
import { exampleOperator } from "./example-person.ts";
import type { GalleryState } from "./gallery-state.ts";
import { serviceStates } from "./service.ts";

type Hostile = Readonly<Record<string, string>>;

/** The operators' pages in every state; `hostile` has names that somebody may try. */
export function adminStates(frame: Frame, hostile: Hostile): readonly GalleryState[] {
  const person = exampleOperator(frame);
  return [
    ...peopleStates(person, hostile),
    ...personStates(person, hostile),
    ...applicationsStates(person, hostile),
    ...applicationStates(person, hostile),
    ...auditStates(person, hostile),
    ...serviceStates(person, hostile),
  ];
}

const everybody = { text: "", suspendedOnly: false };
const at = Date.UTC(2026, 4, 3, 10, 20);

const bob: User = {
  id: "4503599627370496" as UserId,
  screenName: "bob",
  name: "Bob Example",
  emailProven: true,
  email: "bob@people.example",
  isOperator: false,
  createdAt: at,
  suspendedBecause: undefined,
};

const weatherBot: Application = {
  id: "4503599627370497" as ApplicationId,
  ownerId: "4503599627370498" as UserId,
  ownerScreenName: "carol",
  name: "Weather Bot",
  description: "Posts the forecast for your town every morning.",
  website: "https://weatherbot.example/",
  access: "write",
  signIn: true,
  requestEmail: false,
  consumerKey: "xvz1evFS4wEEPTGEFPHBog012" as ConsumerKey,
  callbacks: ["https://weatherbot.example/callback", "weatherbot://"],
  confirmedSchemes: ["weatherbot"],
  identityChangedAt: undefined,
  icon: undefined,
  links: noLinks,
  createdAt: at,
  secretSetAt: at,
  limits: {},
  suspendedBecause: undefined,
};

const reason = "Sends advertisements to people who did not ask for them.";

function peopleStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const { long = "", script = "" } = hostile;
  const others = Object.values(hostile).map((name) => ({ ...bob, name }));
  const people = [
    bob,
    { ...bob, screenName: "carol_the_maker", name: "", suspendedBecause: reason },
    { ...bob, screenName: "alice", isOperator: true },
  ];
  return [
    { name: "admin-people", page: peoplePage({ person, asked: everybody, people, total: 3 }) },
    {
      name: "admin-people-deleted",
      page: peoplePage({ person, asked: everybody, people, total: 3, deleted: true }),
    },
    {
      name: "admin-people-none",
      page: peoplePage({
        person,
        asked: { text: script, suspendedOnly: true },
        people: [],
        total: 0,
      }),
    },
    {
      name: "admin-people-names",
      page: peoplePage({
        person,
        asked: { text: long, suspendedOnly: false },
        people: others,
        total: 1_000,
        previousHref: "/admin/people?q=&before=alice",
        nextHref: "/admin/people?q=&after=bob",
      }),
    },
  ];
}

function personStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const { long = "", script = "", rightToLeft = "" } = hostile;
  const usual: PersonReport = {
    person,
    user: bob,
    isSelf: false,
    sessions: { count: 2, most: 100 },
    applications: [{ id: weatherBot.id, name: weatherBot.name }],
    moreApplications: false,
    grants: [
      {
        applicationId: weatherBot.id,
        name: weatherBot.name,
        icon: "0".repeat(32),
        access: "write",
        since: at,
      },
      { applicationId: bob.id, name: "Reader", access: "read", since: at },
    ],
    moreGrants: false,
    resetMinutes: 60,
    factors: { totp: { since: Date.UTC(2026, 4, 3) }, passkeys: [], recoveryCodes: 8 },
    identities: [],
    hasPassword: true,
  };
  const of = (name: string, changes: Partial<PersonReport>): GalleryState => ({
    name: `admin-person${name}`,
    page: personPage({ ...usual, ...changes }),
  });
  const suspended = { ...bob, suspendedBecause: reason };
  const later = { ...person, signedInRecently: false };
  return [
    of("", {}),
    of("-older-sign-in", { person: later, applications: [] }),
    of("-self", { user: { ...bob, screenName: "alice", isOperator: true }, isSelf: true }),
    of("-suspended", { user: suspended, done: "suspended" }),
    of("-restored", { done: "restored" }),
    of("-operator", { user: { ...bob, isOperator: true }, done: "operator-made" }),
    of("-no-operator", { done: "operator-unmade" }),
    of("-signed-out", { sessions: { count: 0, most: 100 }, done: "sessions-ended" }),
    of("-email-unconfirmed", { user: { ...bob, emailProven: false }, grants: [] }),
    of("-email-confirmed", { done: "email-confirmed" }),
    of("-access-revoked", { grants: [], done: "access-revoked" }),
    of("-factors-removed", {
      factors: { totp: undefined, passkeys: [], recoveryCodes: 0 },
      done: "second-factors-removed",
    }),
    of("-identities", {
      identities: [
        { issuer: "https://login.example", subject: "a81c7d", linkedAt: at },
        { issuer: "https://old.example", subject: long, linkedAt: at },
      ],
      hasPassword: false,
    }),
    of("-identity-removed", { identities: [], done: "identity-removed" }),
    of("-removing-identity-no-reason", {
      identities: [{ issuer: "https://login.example", subject: "a81c7d", linkedAt: at }],
      removing: { reason: "", problem: "missing" },
    }),
    of("-helping-no-reason", { helping: { reason: "", problem: "missing" } }),
    of("-helping-unproven", {
      person: later,
      helping: { reason: "Lost the phone." },
      unproven: { problem: "wrong", minutes: 0, change: "remove-second-factors" },
    }),
    {
      name: "admin-person-recovery-link",
      page: resetLinkPage({
        person,
        user: bob,
        link: `https://id.example/reset/password?token=${"x".repeat(43)}`,
        minutes: 60,
        recovers: true,
      }),
    },
    of("-other-name", { deleting: { otherName: true } }),
    ...(["owns-applications", "last-operator"] as const).map((hindrance) =>
      of(`-${hindrance}`, { deleting: { hindrance } }),
    ),
    of("-no-reason", { typed: { reason: "", problem: "missing" } }),
    of("-long-reason", { typed: { reason: reason.repeat(4), problem: "too-long" } }),
    ...["suspend", "make-operator", "make-link", "confirm-email", "delete"].map((change) =>
      of(`-${change}-unproven`, {
        person: later,
        user: { ...bob, emailProven: change !== "confirm-email" },
        typed: { reason },
        unproven: { change, problem: "wrong", minutes: 0 },
      }),
    ),
    of("-restore-unproven", {
      user: suspended,
      person: later,
      unproven: { change: "restore", problem: "missing", minutes: 0 },
    }),
    of("-hostile", {
      user: { ...bob, screenName: long, name: script, email: script, suspendedBecause: script },
      sessions: { count: 100, most: 100 },
      applications: Object.values(hostile).map((name) => ({ id: weatherBot.id, name })),
      moreApplications: true,
      grants: Object.values(hostile).map((name, at) => {
        return { applicationId: String(at), name, access: "write", since: at };
      }),
      moreGrants: true,
    }),
    of("-right-to-left", {
      user: { ...bob, name: rightToLeft, email: "", suspendedBecause: rightToLeft },
    }),
    {
      name: "admin-person-link",
      page: resetLinkPage({
        person,
        user: bob,
        link: `https://id.example/reset/password?token=${"x".repeat(43)}`,
        minutes: 60,
      }),
    },
  ];
}

function applicationsStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const suspended = { ...weatherBot, name: "Reader", suspendedBecause: reason };
  return [
    {
      name: "admin-applications",
      page: applicationsPage({
        person,
        asked: everybody,
        applications: [suspended, { ...weatherBot, icon: "0".repeat(32) }],
        total: 2,
      }),
    },
    {
      name: "admin-applications-waiting",
      page: applicationsPage({
        person,
        asked: { ...everybody, waitingOnly: true },
        applications: [weatherBot],
        total: 1,
      }),
    },
    {
      name: "admin-applications-none",
      page: applicationsPage({
        person,
        asked: { text: "Wether", suspendedOnly: false },
        applications: [],
        total: 0,
      }),
    },
    {
      name: "admin-applications-names",
      page: applicationsPage({
        person,
        asked: everybody,
        applications: Object.values(hostile).map((name) => ({ ...weatherBot, name })),
        total: 120,
        previousHref: "/admin/applications?q=&before=1",
        nextHref: "/admin/applications?q=&after=1",
      }),
    },
  ];
}

function applicationStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const { long = "", script = "", longHost = "" } = hostile;
  const limits = [
    { name: "oauth/request_token", usual: 1000, own: "" },
    { name: "oauth2/token", usual: 60, own: "120" },
    { name: "application/rate_limit_status", usual: 180, own: "" },
    { name: "api/timeline", usual: 75, own: "" },
  ];
  const usual: ApplicationReport = {
    person,
    application: weatherBot,
    grants: { count: 1204, most: 10_000 },
    limits,
    limitsAreOff: false,
  };
  const of = (name: string, changes: Partial<ApplicationReport>): GalleryState => ({
    name: `admin-application${name}`,
    page: applicationPage({ ...usual, ...changes }),
  });
  const later = { ...person, signedInRecently: false };
  const suspended = { ...weatherBot, suspendedBecause: reason };
  return [
    of("", {}),
    of("-icon", { application: { ...weatherBot, icon: "0".repeat(32) } }),
    of("-desktop", {
      application: {
        ...weatherBot,
        access: "read",
        callbacks: [],
        website: "",
        description: "",
        signIn: false,
        requestEmail: true,
      },
    }),
    of("-suspended", { application: suspended, done: "suspended" }),
    of("-restored", { done: "restored" }),
    of("-scheme-confirmed", { done: "scheme-confirmed" }),
    of("-schemes-waiting", { application: { ...weatherBot, confirmedSchemes: [] } }),
    of("-scheme-unproven", {
      application: { ...weatherBot, callbacks: ["weatherbot://", "wb://"], confirmedSchemes: [] },
      person: later,
      confirming: "wb",
      unproven: { problem: "wrong", minutes: 0 },
    }),
    of("-limits-changed", { done: "limits-changed" }),
    of("-limits-off", { limitsAreOff: true }),
    of("-limits-unproven", {
      person: later,
      limiting: true,
      unproven: { problem: "missing", minutes: 0 },
    }),
    of("-restore-unproven", {
      application: suspended,
      person: later,
      unproven: { problem: "wrong", minutes: 0 },
    }),
    of("-limits-wrong", {
      limits: limits.map((one) => ({ ...one, own: "a lot", wrong: one.own === "" })),
    }),
    of("-no-reason", { typed: { reason: "", problem: "missing" } }),
    of("-unproven", {
      person: later,
      typed: { reason },
      unproven: { problem: "missing", minutes: 0 },
    }),
    of("-moved", { done: "moved" }),
    ...(["unknown", "is-owner"] as const).map((problem) =>
      of(`-owner-${problem}`, { moving: { screenName: "bob", problem } }),
    ),
    of("-owner-unproven", {
      person: later,
      moving: { screenName: "bob", unproven: { problem: "wrong", minutes: 0 } },
    }),
    of("-hostile", {
      application: {
        ...weatherBot,
        name: script,
        description: script,
        website: script,
        ownerScreenName: long,
        callbacks: Object.values(hostile),
        suspendedBecause: script,
      },
    }),
    of("-long", {
      grants: { count: 10_000, most: 10_000 },
      application: {
        ...weatherBot,
        name: long,
        description: long.repeat(4),
        website: `https://${longHost}/`,
        callbacks: [`https://${longHost}/callback`],
        suspendedBecause: long.repeat(4),
      },
    }),
  ];
}
