import type { Application } from "../../../domain/application.ts";
import type { ApplicationId, UserId } from "../../../domain/credentials.ts";
import { dayMs } from "../../../domain/day.ts";
import type { Source } from "../../../domain/source.ts";
import type { OwnerProblem } from "../../languages/english/admin.ts";
import { type ApplicationReport, applicationPage } from "../../views/admin/applications/id.ts";
import { type Applications, applicationsPage } from "../../views/admin/applications.ts";
import type { Viewer } from "../../views/viewer.ts";
import { changedBot, weatherBot as example, waitingBot } from "../example-application.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

const unfiltered = { text: "" };

export const weatherBot: Application = {
  ...example,
  id: "4503599627370497" as ApplicationId,
  ownerId: "4503599627370498" as UserId,
  ownerScreenName: "carol",
};

const hourMs = 3_600_000;

const reason = "Sends advertisements to users who did not ask for them.";

const noBearer = {
  bearerSince: undefined,
  previousBearerSince: undefined,
  previousSecretUntil: undefined,
  now: Date.UTC(2026, 10, 21, 10, 20),
};

const { now } = noBearer;

const leak: ApplicationReport["leak"] = {
  users: 1204,
  requestsOfLastHour: 214,
  newUse: { since: now - 7 * hourMs, tokens: 17, most: 10_000, isCounted: false },
  ownerEmail: "carol@users.example",
};

const keyUse: ApplicationReport["keyUse"] = {
  uses: Array.from({ length: 48 }, (_, hour) => [
    {
      at: now - hour * hourMs,
      operation: "",
      kind: "verified" as const,
      count: hour < 6 ? 400 : 90,
    },
    {
      at: now - hour * hourMs,
      operation: "",
      kind: "rejected 32" as const,
      count: hour < 6 ? 160 : 2,
    },
  ]).flat(),
  users: 1204,
  write: 37,
  changes: [{ name: "application.secret-regenerated", at: now - 3 * 3_600_000 }],
  sources: [
    source("203.0.113.77", "python-requests/2.32", 2010, true),
    source("198.51.100.4", "tide-table/3.2", 2931, false),
    source("2001:db8::", "curl/8.5", 195, true),
    source("*", "", 12, false),
    { ...source("192.0.2.1", "", 40, false), credential: "unauthenticated" },
  ],
  now,
};

function source(network: string, program: string, requests: number, isNew: boolean): Source {
  const firstSeen = isNew ? now - 7 * hourMs : now - 90 * dayMs;
  const counts = { requests, rejected: isNew ? Math.floor(requests / 2) : 12 };
  return {
    credential: "consumer secret",
    network,
    program,
    firstSeen,
    lastSeen: now,
    isNew,
    ...counts,
  };
}

export function applicationsStates(viewer: Viewer): readonly GalleryState[] {
  const bot = { ...weatherBot, uses: [] };
  const suspended = { ...bot, name: "Reader", suspendedBecause: reason };
  const begin = now - (now % hourMs);
  const uses = (["verified", "rejected 32"] as const).map((kind) => ({
    ...{
      at: begin,
      operation: "account/verify_credentials",
      kind,
      count: kind === "verified" ? 4020 : 81,
    },
  }));
  const usual: Applications = {
    viewer,
    asked: unfiltered,
    applications: [suspended, { ...bot, icon: "0".repeat(32), lastUsedDay: 20_578, uses }],
    total: 2,
    now,
  };
  const of = (name: string, changes: Partial<Applications>): GalleryState => ({
    name: `admin-applications${name}`,
    page: applicationsPage({ ...usual, ...changes }),
  });
  return [
    of("", {}),
    of("-down", {
      asked: { ...unfiltered, order: "name-down" },
      applications: usual.applications.toReversed(),
    }),
    of("-suspended", { asked: { ...unfiltered, input: { state: "suspended" } } }),
    of("-waiting", {
      asked: { ...unfiltered, input: { state: "unconfirmed-schemes" } },
      applications: [bot],
      total: 1,
    }),
    of("-none", { asked: { text: "Wether" }, applications: [], total: 0 }),
    of("-filtered", {
      asked: {
        ...unfiltered,
        input: {
          state: "active",
          access: "write",
          owner: "carol",
          never_used: "on",
          secret_set_from: "2024-11-21",
          secret_set_before: "2025-11-21",
        },
        order: "longest-unused",
      },
      applications: [bot],
      total: 1,
    }),
    of("-wrong-filter", {
      asked: {
        ...unfiltered,
        input: { owner: "nobody", created_from: "May" },
        problems: { owner: "unknown-user", created_from: "day" },
      },
      applications: [],
      total: 0,
    }),
    of("-empty", { applications: [], total: 0 }),
    of("-names", {
      applications: Object.values(hostile).map((name) => ({ ...bot, name })),
      total: 120,
      previousHref: "/admin/applications?q=&before=1",
      nextHref: "/admin/applications?q=&after=1",
    }),
  ];
}

export function applicationStates(viewer: Viewer): readonly GalleryState[] {
  const { long, script, longHost } = hostile;
  const limits = [
    { name: "oauth/request_token", usual: 1000, own: "" },
    { name: "oauth2/token", usual: 60, own: "120" },
    { name: "application/rate_limit_status", usual: 180, own: "" },
    { name: "api/timeline", usual: 75, own: "" },
  ];
  const usual: ApplicationReport = {
    viewer,
    application: weatherBot,
    leak,
    keyUse,
    events: [],
    bearer: noBearer,
    limits,
    limitsSeen: "",
    plans: [],
    planSeen: "",
    limitsAreOff: false,
    asksApproval: false,
  };
  const of = (name: string, changes: Partial<ApplicationReport>): GalleryState => ({
    name: `admin-application${name}`,
    page: applicationPage({ ...usual, ...changes }),
  });
  const withBearer = { ...noBearer, bearerSince: noBearer.now - 3 * dayMs };
  const later = { ...viewer, signedInRecently: false };
  const suspended = { ...weatherBot, suspendedBecause: reason };
  return [
    of("", {}),
    of("-limits-changed-since", { limitsChanged: true }),
    of("-plan", {
      application: { ...weatherBot, plan: "partner" },
      plans: [
        { name: "free", isDefault: true },
        { name: "partner", isDefault: false },
      ],
      limitsChanged: true,
    }),
    of("-plan-reauthenticates", {
      plans: [{ name: "partner", isDefault: false }],
      reauthentication: { change: "set-plan", problem: "missing", minutes: 0 },
    }),
    of("-suspended-since", { application: suspended, suspendedSince: true }),
    of("-told", {
      done: "owner-notified",
      application: { ...weatherBot, ownerNotice: { text: "Its secret leaked.", at: now } },
    }),
    of("-no-address", { leak: { ...leak, ownerEmail: undefined } }),
    of("-secret-revoked", {
      done: "secret-revoked",
      application: { ...weatherBot, secretSetAt: now, secretRevokedAt: now },
    }),
    of("-secret-changed", { done: "secret-changed" }),
    of("-access-revoked", { done: "access-revoked", leak: { ...leak, users: 0 } }),
    of("-access-revoked-in-part", { done: "access-revoked-in-part" }),
    of("-new-access-revoked-in-part", {
      done: "new-access-revoked-in-part",
      leak: { ...leak, newUse: { ...leak.newUse, isCounted: true } },
    }),
    of("-counted", { leak: { ...leak, newUse: { ...leak.newUse, isCounted: true } } }),
    of("-message-missing", { message: { text: "", problem: "missing" } }),
    of("-secret-reauthentication", {
      viewer: later,
      reauthentication: { change: "revoke-secret", problem: "wrong", minutes: 0 },
    }),
    ...[undefined, now - 7 * hourMs].map((since) =>
      of(`-revoke-${since === undefined ? "all" : "new"}-reauthentication`, {
        viewer: later,
        revoking: { since },
        reauthentication: { change: "revoke-access", problem: "missing", minutes: 0 },
      }),
    ),
    of("-opened", { opened: "tell" }),
    of("-owner-opened", { opened: "owner" }),
    of("-unused", { keyUse: { ...keyUse, uses: [], sources: [] } }),
    of("-in-portal", { isInPortal: true }),
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
        networks: ["203.0.113.0/24", "2001:db8::/32"],
        networksForBearer: true,
      },
    }),
    of("-waiting", { application: waitingBot, asksApproval: true }),
    of("-waiting-plan", {
      application: waitingBot,
      plans: [
        { name: "free", isDefault: true },
        { name: "partner", isDefault: false },
      ],
      decision: { text: "", access: "read", plan: "partner" },
    }),
    of("-change-waits", { application: changedBot, asksApproval: true }),
    of("-asked", {
      application: { ...waitingBot, approval: "asked", approvalText: "Whose weather is it?" },
      done: "approval-asked",
    }),
    of("-declined", {
      application: { ...waitingBot, approval: "declined", approvalText: reason },
      done: "declined",
    }),
    of("-approved", { done: "approved", asksApproval: true }),
    of("-decided-since", {
      application: waitingBot,
      decision: { text: "", access: undefined, changedSince: true },
    }),
    of("-no-question", {
      application: waitingBot,
      decision: { text: "", access: "read", problem: "missing" },
    }),
    of("-withdraw-reauthentication", {
      viewer: later,
      asksApproval: true,
      decision: { text: reason, access: undefined },
      reauthentication: { change: "decline", problem: "missing", minutes: 0 },
    }),
    of("-suspended", { application: suspended, done: "suspended" }),
    of("-restored", { done: "restored" }),
    of("-scheme-confirmed", { done: "scheme-confirmed" }),
    of("-schemes-waiting", { application: { ...weatherBot, confirmedSchemes: [] } }),
    of("-scheme-reauthentication", {
      application: { ...weatherBot, callbacks: ["weatherbot://", "wb://"], confirmedSchemes: [] },
      viewer: later,
      confirming: "wb",
      reauthentication: { change: "confirm-scheme", problem: "wrong", minutes: 0 },
    }),
    of("-bearer", { bearer: withBearer }),
    of("-bearer-token-revoked", { done: "bearer-token-revoked" }),
    of("-bearer-reauthentication", {
      bearer: withBearer,
      viewer: later,
      reauthentication: { change: "revoke-bearer-token", problem: "wrong", minutes: 0 },
    }),
    of("-limits-changed", { done: "limits-changed" }),
    of("-limits-off", { limitsAreOff: true }),
    of("-limits-reauthentication", {
      viewer: later,
      reauthentication: { change: "set-limits", problem: "missing", minutes: 0 },
    }),
    of("-restore-reauthentication", {
      application: suspended,
      viewer: later,
      reauthentication: { change: "restore", problem: "wrong", minutes: 0 },
    }),
    of("-limits-wrong", {
      limits: limits.map((one) => ({ ...one, own: one.own || "a lot", wrong: one.own === "" })),
    }),
    of("-no-reason", { input: { reason: "", problem: "missing" } }),
    of("-reauthentication", {
      viewer: later,
      input: { reason },
      reauthentication: { change: "suspend", problem: "missing", minutes: 0 },
    }),
    of("-moved", {
      application: { ...weatherBot, ownerScreenName: "bob" },
      done: "transferred",
    }),
    ...Object.entries({ missing: "", unknown: "bob", "is-owner": "carol" } as const).map(
      ([problem, screenName]) =>
        of(`-owner-${problem}`, { moving: { screenName, problem: problem as OwnerProblem } }),
    ),
    of("-owner-reauthentication", {
      viewer: later,
      moving: { screenName: "bob" },
      reauthentication: { change: "transfer", problem: "wrong", minutes: 0 },
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
        purpose: script,
        expectedUsers: long,
        answers: [`${script}\n${script}`],
        approval: "asked",
        approvalText: script,
      },
    }),
    of("-long", {
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
