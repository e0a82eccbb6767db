import type { UserId } from "../../../domain/credentials.ts";
import type { Passkey, PasskeyId } from "../../../domain/passkey.ts";
import type { User } from "../../../domain/user.ts";
import { resetLinkPage, type UserReport, userPage } from "../../views/admin/users/id.ts";
import { type Users, usersPage } from "../../views/admin/users.ts";
import type { Viewer } from "../../views/viewer.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";
import { weatherBot } from "./applications.ts";

const everybody = { text: "" };
const at = Date.UTC(2026, 4, 3, 10, 20);

const bob: User = {
  id: "4503599627370496" as UserId,
  screenName: "bob",
  name: "Bob Example",
  emailVerified: true,
  emailDistrusted: false,
  email: "bob@users.example",
  isAdmin: false,
  createdAt: at,
  suspendedBecause: undefined,
  language: undefined,
};

const reason = "Sends advertisements to users who did not ask for them.";

export function adminUsersStates(viewer: Viewer): readonly GalleryState[] {
  const { long, script, screenName } = hostile;
  const summary = { hasSecondFactor: false, applications: 0, lastSeenAt: undefined };
  const others = Object.values(hostile).map((name) => ({ ...bob, ...summary, name }));
  const users = [
    { ...bob, ...summary, applications: 1204, lastSeenAt: at },
    { ...bob, ...summary, screenName, name: "", suspendedBecause: reason },
    { ...bob, ...summary, screenName: "alice", isAdmin: true, hasSecondFactor: true },
  ];
  const usual: Users = { viewer, asked: everybody, users, total: 3, now: at + 3 * 3_600_000 };
  const of = (name: string, changes: Partial<Users>): GalleryState => ({
    name: `admin-users${name}`,
    page: usersPage({ ...usual, ...changes }),
  });
  return [
    of("", {}),
    of("-newest", { asked: { ...everybody, order: "newest" } }),
    of("-suspended", {
      asked: { text: "b", input: { state: "suspended" } },
      users: [{ ...bob, ...summary, suspendedBecause: reason }],
      total: 1,
    }),
    of("-deleted", { deleted: true }),
    of("-none", { asked: { text: script, input: { state: "suspended" } }, users: [], total: 0 }),
    of("-names", {
      asked: { text: long },
      users: others,
      total: 1_000,
      previousHref: "/admin/users?q=&before=alice",
      nextHref: "/admin/users?q=&after=bob",
    }),
  ];
}

export function userStates(viewer: Viewer): readonly GalleryState[] {
  const { long, script, screenName, rightToLeft } = hostile;
  const usual: UserReport = {
    viewer,
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
    creation: "example",
    resetMinutes: 60,
    factors: { totp: { since: Date.UTC(2026, 4, 3) }, passkeys: [], recoveryCodes: 8 },
    identities: [],
    hasPassword: true,
    deleting: { hindrance: "owns-applications" },
  };
  const of = (name: string, changes: Partial<UserReport>): GalleryState => ({
    name: `admin-user${name}`,
    page: userPage({ ...usual, ...changes }),
  });
  const suspended = { ...bob, suspendedBecause: reason };
  const later = { ...viewer, signedInRecently: false };
  const ofAlice = { user: { ...bob, screenName: "alice", isAdmin: true }, isSelf: true };
  const signedOut = { count: 0, most: 100 };
  const deletable = { applications: [], deleting: {} };
  return [
    of("", {}),
    of("-older-sign-in", { viewer: later, ...deletable }),
    of("-self", ofAlice),
    of("-self-signed-out", { ...ofAlice, done: "other-sessions-ended" }),
    of("-suspended", { user: suspended, done: "suspended" }),
    of("-restored", { done: "restored" }),
    of("-administrator", { user: { ...bob, isAdmin: true }, done: "admin-granted" }),
    of("-no-administrator", { done: "admin-revoked" }),
    of("-signed-out", { sessions: signedOut, done: "sessions-ended" }),
    of("-email-unverified", { user: { ...bob, emailVerified: false }, grants: [] }),
    of("-email-distrusted", {
      user: { ...bob, emailVerified: false, emailDistrusted: true },
      grants: [],
    }),
    of("-email-verified", { done: "email-verified" }),
    of("-access-revoked", { grants: [], done: "access-revoked" }),
    of("-several-factors", {
      factors: {
        totp: { since: at },
        passkeys: [passkey("a", "MacBook"), passkey("b", long), passkey("c", script)],
        recoveryCodes: 8,
      },
      sessions: signedOut,
      done: "factor-removed",
    }),
    of("-factors-removed", {
      factors: { totp: undefined, passkeys: [], recoveryCodes: 0 },
      sessions: signedOut,
      done: "factors-removed",
    }),
    of("-identities", {
      identities: [
        { issuer: "https://login.example", subject: "a81c7d", linkedAt: at },
        { issuer: "https://old.example", subject: long, linkedAt: at },
      ],
      hasPassword: false,
    }),
    of("-link-created-before", { done: "link-created-before" }),
    of("-recovery-link-created-before", { done: "recovery-link-created-before" }),
    of("-identity-removed", { identities: [], sessions: signedOut, done: "identity-removed" }),
    of("-removing-identity-no-reason", {
      identities: [
        { issuer: "https://login.example", subject: "a81c7d", linkedAt: at },
        { issuer: "https://old.example", subject: "a81c7d", linkedAt: at },
      ],
      removing: {
        issuer: "https://login.example",
        subject: "a81c7d",
        reason: "",
        problem: "missing",
      },
    }),
    of("-helping-no-reason", { helping: { ...helping, reason: "", problem: "missing" } }),
    of("-helping-reauthentication", {
      viewer: later,
      helping,
      reauthentication: { problem: "wrong", minutes: 0, change: "remove-factors" },
    }),
    {
      name: "admin-user-recovery-link",
      page: resetLinkPage({
        viewer,
        user: bob,
        link: `https://id.example/reset/password?token=${"x".repeat(43)}`,
        minutes: 60,
        recovers: true,
      }),
    },
    of("-other-name", { ...deletable, deleting: { input: "rob", otherName: true } }),
    of("-owns-applications", { deleting: { input: "bob", hindrance: "owns-applications" } }),
    of("-last-administrator", {
      ...deletable,
      user: { ...bob, isAdmin: true },
      deleting: { input: "bob", hindrance: "last-administrator" },
    }),
    of("-no-reason", { input: { reason: "", problem: "missing" } }),
    of("-long-reason", { input: { reason: reason.repeat(4), problem: "too-long" } }),
    ...["suspend", "grant-admin", "create-reset-link", "verify-email", "delete"].map((change) =>
      of(`-${change}-reauthentication`, {
        viewer: later,
        user: { ...bob, emailVerified: change !== "verify-email" },
        ...(change === "suspend" && { input: { reason } }),
        ...(change === "delete" && { ...deletable, deleting: { input: "bob" } }),
        reauthentication: { change, problem: "wrong", minutes: 0 },
      }),
    ),
    of("-restore-reauthentication", {
      user: suspended,
      viewer: later,
      reauthentication: { change: "restore", problem: "missing", minutes: 0 },
    }),
    of("-suspended-since", { user: suspended, suspendedSince: true }),
    of("-hostile", {
      user: { ...bob, screenName, name: script, email: script, suspendedBecause: script },
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
      name: "admin-user-link",
      page: resetLinkPage({
        viewer,
        user: bob,
        link: `https://id.example/reset/password?token=${"x".repeat(43)}`,
        minutes: 60,
      }),
    },
  ];
}

function passkey(id: string, name: string): Passkey {
  return { id: id as PasskeyId, name, transports: [], createdAt: at, lastUsedAt: undefined };
}

const helping = {
  change: "remove-factors",
  reason: "Lost the phone.",
  factor: "totp",
};
