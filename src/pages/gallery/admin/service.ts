import { shownSettings } from "../../../config/config.ts";
import type { ListedApiKey } from "../../../domain/api-key.ts";
import type { AuditedEvent } from "../../../domain/audit.ts";
import type {
  ApiKeyId,
  ApplicationId,
  BulkActionId,
  TokenDigest,
  UserId,
} from "../../../domain/credentials.ts";
import type { WaitingDelivery } from "../../../domain/delivery.ts";
import { usualTerms } from "../../../domain/invitation.ts";
import { signUpWays } from "../../../domain/operating.ts";
import type { Sunset } from "../../../domain/sunset.ts";
import { type TraitOfApplication, traits } from "../../../domain/trait.ts";
import type { UsageCount } from "../../../domain/usage.ts";
import { lastMinutes, usagePeriods } from "../../../domain/usage-periods.ts";
import { mailProblems } from "../../../tools/mail/mail-problem.ts";
import type { ChecklistStep } from "../../languages/english/admin.ts";
import {
  type ApiKeysPage,
  apiKeyPage,
  apiKeysPage,
  rotateApiKeyPage,
} from "../../views/admin/api-keys.ts";
import { type ApiLimitsPage, apiLimitsPage, newApiLimit } from "../../views/admin/api-limits.ts";
import { type BulkActionPage, bulkActionPage } from "../../views/admin/bulk-actions/id.ts";
import {
  type BulkActionsPage,
  bulkActionsPage,
  type NamedBulkAction,
} from "../../views/admin/bulk-actions.ts";
import type { Checklist } from "../../views/admin/checklist.ts";
import {
  type Invitations,
  invitationPage,
  invitationsPage,
} from "../../views/admin/invitations.ts";
import { type PlansPage, plansPage } from "../../views/admin/plans.ts";
import type { ServiceUsage } from "../../views/admin/service-usage.ts";
import { settingsPage } from "../../views/admin/settings.ts";
import {
  emptySunset,
  type SunsetProblem,
  type SunsetsPage,
  sunsetsPage,
} from "../../views/admin/sunsets.ts";
import type { TestEmailResult } from "../../views/admin/test-email.ts";
import { type UnusedAccessPage, unusedAccessPage } from "../../views/admin/unused-access.ts";
import { type WebhooksPage, webhooksPage } from "../../views/admin/webhooks.ts";
import { type Overview, overviewPage } from "../../views/admin.ts";
import { testEmail } from "../../views/emails.ts";
import type { Viewer } from "../../views/viewer.ts";
import { emailStatesOf, type GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

export function serviceStates(viewer: Viewer): readonly GalleryState[] {
  return [
    ...overviewStates(viewer),
    ...invitationStates(viewer),
    ...apiKeyStates(viewer),
    ...planStates(viewer),
    ...bulkStates(viewer),
    ...apiLimitStates(viewer),
    ...sunsetStates(viewer),
    ...settingsStates(viewer),
    ...unusedAccessStates(viewer),
    ...webhookStates(viewer),
  ];
}

const now = Date.UTC(2026, 4, 3, 10, 20);
const minute = 60_000;
const day = 1440 * minute;

const started: AuditedEvent = {
  id: "1",
  at: now,
  name: "keys.rotated",
  actor: "command-line",
  actorScreenName: undefined,
  userScreenName: undefined,
  applicationName: undefined,
  applicationDeleted: false,
};

const uses: readonly UsageCount[] = Array.from({ length: 60 }, (_, step) => step).flatMap((step) =>
  (
    [
      "verified",
      "issued",
      "rejected 32",
      "unauthenticated 89",
      "signed-in",
      "failed-sign-in",
    ] as const
  ).map((kind, row) => ({
    at: now - step * minute,
    operation: "",
    kind,
    count: Math.round((400 * (1 + Math.sin((step + row) / 5))) / (1 + 4 * row)),
  })),
);

/** Those of a day, and fewer on the day before. */
const hours: readonly UsageCount[] = uses
  .filter((_, at) => at < 24 * 6)
  .map((one) => ({ ...one, at: now - 60 * (now - one.at) }))
  .flatMap((one) => [one, { ...one, at: one.at - day, count: Math.round(one.count * 0.9) }]);

const usage: ServiceUsage = {
  choice: "hour",
  period: lastMinutes,
  isCompared: true,
  uses,
  now,
};

const well = {
  ...{ id: "a", name: "hooks.example.com", waiting: 0, dropped: 0 },
  ...{ oldest: undefined, failingSince: undefined, failure: undefined, nextAt: 0 },
} as const;

function planStates(viewer: Viewer): readonly GalleryState[] {
  const limits: PlansPage["input"]["limits"] = [
    { name: "oauth2/token", windows: undefined, usual: 60, limit: "" },
    {
      name: "api/exports",
      windows: [
        { limit: 10, length: 1000 },
        { limit: 10_000, length: "month" },
      ],
      ...{ usual: 10, limit: "100/1s 1000000/month" },
    },
  ];
  const none: PlansPage["input"] = {
    ...{ name: "", description: "", isDefault: false, limits, frees: false, seen: "" },
    applications: 0,
  };
  const free = { ...none, name: "free", description: "To try it.", isDefault: true, version: 3 };
  const plans: PlansPage["plans"] = [
    { ...free, limits: { "oauth2/token": 50, "api/exports": "1/1s 1000/month" } },
    {
      ...{ name: "a_very_long_name_of_forty_characters_100", description: hostile.long },
      limits: { "api/a-very-long-name-of-an-api": "10/1s 500/1m 9000/1h 999999999/month" },
      ...{ isDefault: false, version: 1, applications: 1204 },
    },
  ];
  const input = { ...none, name: "partner" };
  const present = { ...input, seen: "3", applications: 12 };
  const of = (name: string, changes: Partial<PlansPage>): GalleryState => ({
    name: `admin-plans${name}`,
    page: plansPage({ viewer, plans, input: none, ...changes }),
  });
  const wrong = limits.map((one) => ({ ...one, limit: "x", wrong: true }));
  const asks = (change: string) => ({ change, problem: "missing", minutes: 15 }) as const;
  return [
    of("", {}),
    of("-none", { plans: [] }),
    of("-change", { input: present }),
    ...(["created", "changed", "deleted"] as const).map((done) => of(`-${done}`, { done })),
    ...(["name", "name-taken", "description", "too-many", "changed-since"] as const).map(
      (problem) => of(`-${problem}`, { input: { ...input, problem } }),
    ),
    of("-limits", { input: { ...present, limits: wrong, problem: "limits" } }),
    of("-in-use", { input: { ...present, problem: "in-use" } }),
    of("-create-reauthenticates", { input, reauthentication: asks("create") }),
    of("-delete-reauthenticates", {
      input: { ...present, frees: true },
      reauthentication: asks("delete"),
    }),
  ];
}

function bulkStates(viewer: Viewer): readonly GalleryState[] {
  const application = { id: "8123456789012345" as ApplicationId, name: hostile.long };
  const user = { id: "8123456789012346" as UserId, screenName: "bob" };
  const ofTokens: NamedBulkAction = {
    id: "8123456789012347" as BulkActionId,
    work: {
      ...{ kind: "revoke-access-tokens", applicationId: application.id, userId: user.id },
      filters: { access: "write", neverUsed: true, issuedFrom: now - 40 * day, issuedBefore: now },
    },
    ...{ createdBy: `user:${user.id}`, createdByScreenName: "carol", announcedAt: now },
    ...{ items: 1204, users: 871, state: "announced", done: 0 },
    ...{ begunAt: undefined, endedAt: undefined },
  };
  const filters = {
    owner: user.id,
    ids: ["1", "2", "3", "4", "5", "6"],
    plan: ["free"],
    consumerKeys: ["k"],
  };
  const because = hostile.long;
  const suspends: NamedBulkAction = {
    ...{ ...ofTokens, work: { kind: "suspend-applications", filters, because }, users: undefined },
    ...{ createdBy: "command-line", createdByScreenName: undefined, items: 40 },
  };
  const restores: NamedBulkAction = {
    ...{ ...suspends, work: { kind: "restore-applications", filters: { state: "suspended" } } },
  };
  const running = { state: "running", begunAt: now + minute, done: 600 } as const;
  const ended = { ...running, endedAt: now + 2 * minute } as const;
  const stopped = { ...suspends, ...ended, state: "stopped", done: 7 } as const;
  const finished = { ...restores, ...ended, state: "done", done: 40 } as const;
  const fewer = { ...finished, done: 37 } as const;
  const more = { ...ofTokens, ...running, done: 1210 } as const;
  const actions = [{ ...ofTokens, ...running }, suspends, stopped, finished, fewer, more];
  const list = (name: string, changes: Partial<BulkActionsPage>): GalleryState => ({
    name: `admin-bulk-actions${name}`,
    page: bulkActionsPage({ viewer, actions, ...changes }),
  });
  const of = (name: string, changes: Partial<BulkActionPage>): GalleryState => ({
    name: `admin-bulk-action${name}`,
    page: bulkActionPage({ viewer, action: ofTokens, ...changes }),
  });
  const asked = { text: "", input: {}, problems: {} };
  const tokens = { kind: "revoke-access-tokens", application, user, asked, reason: "" } as const;
  const apps = { kind: "suspend-applications", asked, reason: "Spam." } as const;
  const problems = ["begun-before", "too-many-running", "too-old", "not-running"] as const;
  return [
    list("", { nextHref: "/admin/bulk-actions?after=1+1" }),
    list("-none", { actions: [] }),
    list("-tokens", { input: tokens }),
    list("-wrong", {
      input: {
        ...tokens,
        asked: { ...asked, input: { issued_from: "x" }, problems: { issued_from: "day" } },
      },
    }),
    list("-suspend", { input: apps }),
    list("-restore", { input: { ...apps, kind: "restore-applications" } }),
    ...(["missing", "too-long"] as const).map((reasonProblem) =>
      list(`-reason-${reasonProblem}`, { input: { ...apps, reasonProblem } }),
    ),
    ...(["no-filter", "too-many"] as const).map((problem) =>
      list(`-${problem}`, { input: { ...apps, problem } }),
    ),
    of("", { application, user }),
    of("-nothing", { action: { ...ofTokens, items: 0, users: 0 } }),
    of("-suspend", { action: suspends }),
    of("-restore", { action: restores }),
    of("-begun", { action: { ...ofTokens, ...running }, application, user, done: "begun" }),
    of("-stopped", { action: stopped, done: "stopped" }),
    of("-done", { action: finished }),
    of("-fewer", { action: fewer }),
    of("-more", { action: more, application, user }),
    ...problems.map((problem) => of(`-${problem}`, { problem })),
    of("-reauthentication", { reauthentication: { problem: "missing", minutes: 15 } }),
  ];
}

function apiLimitStates(viewer: Viewer): readonly GalleryState[] {
  const month = [
    { limit: 10, length: 1000 },
    { limit: 999_999_999, length: "month" },
  ] as const;
  const configured: ApiLimitsPage["configured"] = [
    { name: "api/timeline", per: "user and application", windows: [{ limit: 75, length: 60_000 }] },
  ];
  const recorded: ApiLimitsPage["recorded"] = [
    { name: "api/a_very_long_name_of_forty_characters_100", per: "application", windows: month },
    { name: "api/exports", per: "user and application", windows: month },
  ];
  const typed = { ...newApiLimit, name: "exports", windows: "10/1s 10000/month" };
  const present = { ...typed, seen: "2" };
  const of = (name: string, changes: Partial<ApiLimitsPage>): GalleryState => ({
    name: `admin-api-limits${name}`,
    page: apiLimitsPage({ viewer, configured, recorded, input: newApiLimit, ...changes }),
  });
  const asks = (change: string) => ({ change, problem: "missing", minutes: 15 }) as const;
  return [
    of("", {}),
    of("-none", { configured: [], recorded: [] }),
    of("-change", { input: present }),
    ...(["created", "changed", "deleted"] as const).map((done) => of(`-${done}`, { done })),
    ...(["name", "name-taken", "configured", "windows", "too-many"] as const).map((problem) =>
      of(`-${problem}`, { input: { ...typed, problem } }),
    ),
    of("-empty", { input: { ...newApiLimit, problem: "name", wrongWindows: true } }),
    ...(["in-use", "changed-since"] as const).map((problem) =>
      of(`-${problem}`, { input: { ...present, problem } }),
    ),
    of("-create-reauthenticates", { input: typed, reauthentication: asks("create") }),
    of("-delete-reauthenticates", { input: present, reauthentication: asks("delete") }),
  ];
}

function sunsetStates(viewer: Viewer): readonly GalleryState[] {
  const of = (name: string, changes: Partial<SunsetsPage>): GalleryState => ({
    name: `admin-sunsets${name}`,
    page: sunsetsPage({ viewer, sunsets: [], now, totals: [], ...changes }),
  });
  const totals = traits.map((trait, at) => ({
    trait,
    applications: [1000, 12, 1, 40, 3][at] ?? 0,
    users: [1000, 871, 1, 0, 0][at] ?? 0,
  }));
  const weather: TraitOfApplication = {
    ...{ applicationId: "8123456789012345" as ApplicationId, applicationName: "Weather" },
    ...{ ownerScreenName: "alice", trait: "hmac-sha1", lastDay: 20_575 },
    ...{ requests: 48_102, rejected: 12, users: 871 },
    programs: ["oauth-lib/1.9", "python-requests/2.31"],
  };
  const long = {
    ...{ ...weather, applicationName: hostile.long, requests: 0, users: 0 },
    programs: ["a-program-with-a-name-of-forty-characters/12345678.12345678"],
  };
  const uses = { rows: [weather, long], nextHref: "/admin/sunsets?trait=hmac-sha1&after=1" };
  const programs = {
    rows: [weather, long].map((one) => ({ ...one, program: one.programs[0] ?? "", lastSeen: now })),
    nextHref: "/admin/sunsets?program=oauth-lib%2F1&after=1",
  };
  const sha1: Sunset = {
    ...{ name: "sha1", trait: "hmac-sha1", applicationId: undefined, exempt: [], rejects: true },
    ...{ deprecatedAt: now, endsAt: now + 200 * day, link: "https://example.com/sha1" },
    brownout: { from: now + 100 * day, until: now + 107 * day, minutes: 10 },
  };
  const sunsets: readonly Sunset[] = [
    sha1,
    {
      ...{ ...sha1, name: "a-very-long-name-of-forty-characters-100", trait: undefined },
      ...{ applicationId: weather.applicationId, endsAt: now - day, brownout: undefined },
      rejects: false,
    },
  ];
  const input = { ...emptySunset, name: "sha1", ends: "2027-06-01" };
  const problems = [
    ...["name", "nothing", "link", "exempt", "times", "no-application", "too-many"],
    "changed",
  ] as SunsetProblem[];
  return [
    of("", { totals, sunsets, uses: { trait: "hmac-sha1", ...uses } }),
    of("-planned", { sunsets, done: "planned" }),
    of("-removed", { done: "removed" }),
    of("-change", { sunsets, input: { ...input, seen: "x" } }),
    of("-reauthentication", { input, reauthentication: { problem: "missing", minutes: 15 } }),
    ...problems.map((problem) => of(`-${problem}`, { input: { ...input, problems: [problem] } })),
    of("-mistakes", { totals, uses: { trait: "plaintext", rows: [], nextHref: undefined } }),
    of("-none", {}),
    of("-programs", { programs: { program: "oauth-lib/1", isWrong: false, ...programs } }),
    ...[false, true].map((isWrong) =>
      of(isWrong ? "-program-wrong" : "-program-none", {
        programs: { program: "a program", isWrong, rows: [], nextHref: undefined },
      }),
    ),
  ];
}

function overviewStates(viewer: Viewer): readonly GalleryState[] {
  const usual: Overview = {
    apiOrigins: ["https://api.example.com", "https://media.example.com:8443"],
    viewer,
    parts: { ledger: "well", nonceStore: "well", mail: "well" },
    problems: [],
    checklist: undefined,
    recordCounts: {
      users: 1204,
      applications: 36,
      accessTokens: 4810,
      bearerTokens: 21,
      since: now,
    },
    hours,
    hasRequests: true,
    rates: [],
    disk: { ledger: 48_300_000, free: 31_400_000_000, size: 80_000_000_000 },
    backup: { at: now - day / 2, everyMs: day },
    version: "0.1.0",
    keysSince: now - 90 * day,
    receivers: [well, { ...well, id: "b", name: "file" }],
    counts: {
      suspendedUsers: 2,
      suspendedApplications: 0,
      waitingApplications: 0,
      waitingApprovals: 0,
      invitations: 1,
    },
    most: 100,
    events: [started],
    usage: { ...usage, choice: "day", period: usagePeriods.day, uses: hours },
    now,
  };
  const nothing = {
    suspendedUsers: 0,
    suspendedApplications: 0,
    waitingApplications: 0,
    waitingApprovals: 0,
  };
  const isNew = {
    ...usual,
    parts: { ...usual.parts, mail: "absent" },
    recordCounts: { users: 1, applications: 0, accessTokens: 0, bearerTokens: 0, since: now },
    disk: { ledger: 143_360 },
    backup: { at: undefined, everyMs: undefined },
    counts: { ...nothing, invitations: 0 },
    hours: [],
    hasRequests: false,
    usage: { ...usage, uses: [] },
    keysSince: undefined,
    receivers: [],
    backedUp: undefined,
    apiOrigins: ["http://127.0.0.1:8080"],
  } as const;
  const steps = Object.keys(viewer.frame.texts.admin.checklist.steps) as ChecklistStep[];
  const every = (isDone: boolean) =>
    Object.fromEntries(steps.map((step) => [step, isDone])) as Checklist["done"];
  const [all, none] = [every(true), every(false)];
  return [
    { name: "admin-overview", page: overviewPage(usual) },
    { name: "admin-overview-hour", page: overviewPage({ ...usual, usage }) },
    {
      name: "admin-overview-unusual",
      page: overviewPage({
        ...usual,
        rates: [
          { name: "rejected", share: 0.164, usual: 0.02 },
          { name: "failed-sign-in", share: 0.44, usual: undefined },
        ],
      }),
    },
    {
      name: "admin-overview-unusual-sign-ins",
      page: overviewPage({
        ...usual,
        rates: [
          { name: "rejected", share: 0.5, usual: undefined },
          { name: "failed-sign-in", share: 0.44, usual: 0.04 },
        ],
      }),
    },
    {
      name: "admin-overview-wrong-days",
      page: overviewPage({
        ...usual,
        usage: {
          days: { from: "2026-05-03", to: "2026-05-01" },
          problems: { to: "order" },
        },
      }),
    },
    {
      name: "admin-overview-backups-marked",
      page: overviewPage({
        ...usual,
        backup: { at: undefined, everyMs: undefined },
        backedUp: now - 30 * day,
      }),
    },
    {
      name: "admin-overview-new",
      page: overviewPage({
        ...isNew,
        checklist: { done: none, signUp: "invitation" },
      }),
    },
    {
      name: "admin-overview-half-done",
      page: overviewPage({
        ...usual,
        viewer: { ...viewer, waiting: { applications: 1 } },
        checklist: { done: { ...all, mail: false, backup: false }, signUp: "open" },
        counts: { ...usual.counts, waitingApplications: 1, waitingApprovals: 1 },
      }),
    },
    {
      name: "admin-overview-no-backup",
      page: overviewPage({ ...usual, backup: { at: undefined, everyMs: day } }),
    },
    {
      name: "admin-overview-failing",
      page: overviewPage({
        ...usual,
        parts: { ledger: "failing", nonceStore: "failing", mail: "absent" },
        problems: ["the database's disk doesn't respond"],
        disk: { ledger: 48_300_000, free: 310_000_000, size: 80_000_000_000 },
        backup: { at: now - 3 * day, everyMs: day },
        keysSince: now - 400 * day,
        receivers: [{ ...well, waiting: 4213, dropped: 12, failingSince: now - day }],
        counts: {
          suspendedUsers: 100,
          suspendedApplications: 12,
          waitingApplications: 3,
          waitingApprovals: 3,
          invitations: 100,
        },
        usage: { ...usage, uses: [] },
      }),
    },
  ];
}

function invitationStates(viewer: Viewer): readonly GalleryState[] {
  const { long } = hostile;
  const message = "Welcome to the weather team!\nYour map waits at https://maps.example.";
  const terms = { message, role: "admin", page: "portal" } as const;
  const invitation = (note: string, at = 0) => ({
    digest: `example-${at}` as TokenDigest,
    note,
    createdAt: now - at * day,
    expiresAt: now + (14 - at) * day,
    mailedTo: note.includes("@") ? "bob@users.example" : undefined,
    emailOutcome: "sent" as const,
    inviter: at === 0 ? "rosa" : undefined,
    terms: at === 0 ? terms : usualTerms,
  });
  const empty = { note: "", emails: "", ...usualTerms };
  const usual: Invitations = {
    viewer,
    creation: "example",
    signUp: "invitation",
    days: 14,
    invitations: [
      invitation("Bob <bob@users.example>"),
      invitation("For carol", 1),
      invitation("", 3),
    ],
    sendsMail: true,
    now,
  };
  const of = (name: string, changes: Partial<Invitations>): GalleryState => ({
    name: `admin-invitations${name}`,
    page: invitationsPage({ ...usual, ...changes }),
  });
  return [
    of("", {}),
    of("-none", { invitations: [], done: "withdrawn" }),
    of("-withdrawn", { done: "withdrawn", undo: "example-2" as TokenDigest }),
    of("-restored", { done: "restored" }),
    of("-too-late", { done: "too-late" }),
    of("-created-before", { done: "created-before" }),
    of("-no-mail", { sendsMail: false }),
    of("-sent", { invited: [{ email: "bob@users.example", outcome: "created" }] }),
    of("-not-sent", {
      invitations: [
        { ...invitation("Bob <bob@users.example>"), emailOutcome: "failed" },
        // The service stopped before it was sent.
        { ...invitation("carol@users.example", 1), emailOutcome: undefined },
        invitation("For dora", 2),
      ],
    }),
    of("-gone", { done: "gone" }),
    of("-no-address", {
      input: { ...empty, emails: "bob, @carol", problem: "email", wrong: ["bob", "@carol"] },
    }),
    of("-too-many", { input: { ...empty, emails: "bob@users.example", problem: "too-many" } }),
    of("-again-reauthentication", {
      viewer: { ...viewer, signedInRecently: false },
      again: "example-1" as TokenDigest,
      reauthentication: { problem: "wrong", minutes: 0 },
    }),
    of("-several", {
      invited: (["created", "duplicate", "has-account", "too-many"] as const).map((outcome) => ({
        email: `${outcome}@users.example`,
        outcome,
      })),
    }),
    of("-none-sent", {
      invited: [{ email: "bob@users.example", outcome: "has-account" }],
      input: { ...empty, emails: "bob@users.example" },
    }),
    of("-long-message", { input: { ...empty, message: long, problem: "message" } }),
    of("-too-many-addresses", { input: { ...empty, emails: long, problem: "too-many-addresses" } }),
    of("-open", { signUp: "open" }),
    of("-no-passwords", { instead: "https://id.example.com/sign-in", invitations: [] }),
    of("-closed", { signUp: "closed" }),
    of("-names", {
      invitations: Object.values(hostile).map(invitation),
      nextHref: "/admin/invitations?after=1",
    }),
    of("-wrong", { input: { ...empty, note: long.repeat(5), problem: "note" } }),
    of("-reauthentication", {
      viewer: { ...viewer, signedInRecently: false },
      input: { ...empty, note: "For bob", ...terms },
      reauthentication: { problem: "wrong", minutes: 0 },
    }),
    {
      name: "admin-invitation",
      page: invitationPage(viewer, `https://id.example/sign-up?invitation=${"x".repeat(43)}`, 14),
    },
  ];
}

function apiKeyStates(viewer: Viewer): readonly GalleryState[] {
  const [id, second] = ["1" as ApiKeyId, "2" as ApiKeyId];
  const deploy: ListedApiKey = {
    ...{ id, name: "deploy", prefix: "cs_live_x7Qm", role: "manager" },
    ...{ createdBy: "user:1", creatorScreenName: "alice", createdAt: now - 9 * day },
    ...{ expiresAt: now + 81 * day, lastUsedAt: now - 5 * minute },
    lastUsedFrom: "192.0.2.7",
    ...{ rotatedAt: undefined, previousUntil: undefined },
  };
  const lasting = { expiresAt: undefined, lastUsedAt: undefined, lastUsedFrom: undefined };
  const usual: ApiKeysPage = {
    viewer,
    keys: [
      deploy,
      {
        ...{
          ...deploy,
          ...lasting,
          id: second,
          name: "events",
          prefix: "cs_live_a0Bc",
          role: "viewer",
        },
        ...{ createdBy: "command-line", creatorScreenName: undefined },
      },
    ],
    nextHref: undefined,
    address: "loopback",
    now,
  };
  const of = (name: string, changes: Partial<ApiKeysPage>): GalleryState => ({
    name: `admin-api-keys${name}`,
    page: apiKeysPage({ ...usual, ...changes }),
  });
  const input = { name: "deploy", role: "manager", expires: "90" } as const;
  const secret = `cs_live_${"x7Qm".repeat(10)}abc`;
  return [
    of("", {}),
    of("-overlap", {
      keys: [
        {
          ...deploy,
          ...{ rotatedAt: now - 60 * minute, previousUntil: now + 1380 * minute },
          lastUsedFrom: "2001:db8:aaaa:bbbb::/64",
        },
      ],
    }),
    of("-rotated-since", { rotatedSince: true }),
    of("-none", { keys: [], revoked: "deploy" }),
    of("-network", { address: "network" }),
    of("-off", { address: "off", keys: [] }),
    of("-long", {
      keys: [
        { ...deploy, name: "a-very-long-name-".repeat(4).slice(0, 64), expiresAt: now - day },
        { ...deploy, id: second, createdBy: "user:8123456789012345", creatorScreenName: undefined },
      ],
      nextHref: "/admin/api-keys?after=1",
    }),
    ...(["name", "taken", "role"] as const).map((problem) =>
      of(`-wrong-${problem}`, {
        input: { ...input, role: problem === "role" ? undefined : input.role, problem },
      }),
    ),
    of("-reauthentication", {
      viewer: { ...viewer, signedInRecently: false },
      input,
      reauthentication: { problem: "wrong", minutes: 0 },
    }),
    {
      name: "admin-api-key",
      page: apiKeyPage(viewer, deploy, { secret, internal: "http://127.0.0.1:8081" }),
    },
    ...([undefined, now + day] as const).map((previousUntil) => ({
      name: `admin-api-key-rotated${previousUntil === undefined ? "-at-once" : ""}`,
      page: apiKeyPage(
        viewer,
        { ...deploy, rotatedAt: now, previousUntil },
        { secret, internal: undefined },
      ),
    })),
    ...([{}, { overlap: "none" }] as const).map((more) => ({
      name: `admin-api-key-rotate${"overlap" in more ? "-no-overlap" : ""}`,
      page: rotateApiKeyPage({ viewer, key: deploy, ...more }),
    })),
    {
      name: "admin-api-key-rotate-reauthentication",
      page: rotateApiKeyPage({
        viewer: { ...viewer, signedInRecently: false },
        ...{ key: deploy, overlap: "24h" },
        reauthentication: { problem: "wrong", minutes: 0 },
      }),
    },
  ];
}

function settingsStates(viewer: Viewer): readonly GalleryState[] {
  const configuration = shownSettings(
    new Map([
      ["BASE_URL", `https://${"a-very-long-label.".repeat(6)}example`],
      ["DATA_DIR", "/var/lib/countersign"],
      ["KEYS", "[secret]"],
      ["SIGN_UP", "invitation"],
      ["SERVICE_NAME", "Example ID"],
      ["SMTP_URL", "smtps://mailer:password@mail.example"],
      ["MAIL_FROM", "id@example.com"],
      ["API_ORIGINS", "https://api.example"],
    ]),
  );
  const later = { ...viewer, signedInRecently: false };
  const reauthentication = { problem: "wrong", minutes: 0 } as const;
  const rule = { requiredFor: "admins", graceDays: 14, since: 0 } as const;
  return [
    ...signUpWays.map((signUp) => ({
      name: `admin-settings-${signUp}`,
      page: settingsPage({
        viewer,
        signUp,
        rule,
        seen: "",
        saved: signUp === "closed",
        changedSince: signUp === "invitation",
        configuration,
        mailServer: signUp === "closed" ? undefined : mailServer,
      }),
    })),
    ...Object.entries(testEmails).map(([name, testEmail]) => ({
      name: `admin-settings-test-email-${name}`,
      page: settingsPage({
        ...{ viewer, signUp: "open", rule, seen: "", configuration, mailServer, testEmail },
      }),
    })),
    {
      name: "admin-settings-test-email-no-address",
      page: settingsPage({
        ...{ viewer: { ...viewer, email: "" }, signUp: "open", rule, seen: "" },
        ...{ configuration, mailServer },
      }),
    },
    ...emailStatesOf(
      viewer.frame,
      "mail-test",
      testEmail(viewer.frame, {
        ...{ to: "alice@users.example", screenName: "alice" },
        ...{ at: now, origin: "https://id.example.com" },
      }),
    ),
    {
      name: "admin-settings-reauthentication",
      page: settingsPage({
        viewer: later,
        signUp: "open",
        rule,
        seen: "",
        reauthentication,
        configuration,
        mailServer,
      }),
    },
  ];
}

const mailServer = "mail.example:465";

const testEmails: Readonly<Record<string, TestEmailResult>> = {
  accepted: "accepted",
  often: { retryAfterSeconds: 600 },
  ...Object.fromEntries(
    mailProblems.map((problem) => [
      problem,
      { problem, reason: "EENVELOPE RCPT TO 550", response: "550 5.7.1 Relaying denied" },
    ]),
  ),
};

function unusedAccessStates(viewer: Viewer): readonly GalleryState[] {
  const off = { days: undefined, isConfigured: false, typed: "", seen: "" };
  const on = { ...off, days: 365, typed: "365" };
  const counted = { days: 365, grants: 12_345, users: 9876 };
  const later = { ...viewer, signedInRecently: false };
  const asks = (change: string) => ({ change, problem: "wrong", minutes: 15 }) as const;
  const of = (name: string, page: Omit<UnusedAccessPage, "viewer">, of = viewer): GalleryState => ({
    name: `admin-unused-access${name}`,
    page: unusedAccessPage({ viewer: of, ...page }),
  });
  return [
    of("", off),
    of("-turned-off", { ...off, done: "off" }),
    of("-on", { ...on, done: "on" }),
    of("-configured", { ...on, days: 3650, isConfigured: true }),
    of("-wrong", { ...off, typed: "29", isWrong: true }),
    of("-changed-since", { ...on, changedSince: true }),
    of("-counted", { ...off, typed: "365", counted }),
    of("-nothing", { ...on, typed: "400", counted: { days: 400, grants: 0, users: 0 } }),
    of(
      "-turn-on-reauthenticates",
      { ...off, typed: "365", counted, reauthentication: asks("turn-on") },
      later,
    ),
    of("-turn-off-reauthenticates", { ...on, reauthentication: asks("turn-off") }, later),
  ];
}

function webhookStates(viewer: Viewer): readonly GalleryState[] {
  const { failures } = viewer.frame.texts.admin.webhooks;
  const codes = [...Object.keys(failures), "CERT_HAS_EXPIRED", "ERR_SSL_WRONG_VERSION_NUMBER"];
  const failing = { ...well, waiting: 4213, dropped: 12, failingSince: now - day };
  const delivery: WaitingDelivery = {
    ...{ eventId: "4711", event: "application.suspended", at: now - day, dueAt: now + minute },
    ...{ tries: 7, failure: "503" },
  };
  const deliveries = [
    delivery,
    { ...delivery, event: "user.turned-into-a-frog", tries: 0, failure: undefined, dueAt: now },
  ];
  const down = { receiver: { ...failing, failure: "502", nextAt: now + 10 * minute }, deliveries };
  const file = { receiver: { ...well, id: "b", name: "file" }, deliveries: [] };
  const of = (name: string, page: Partial<WebhooksPage>): GalleryState => ({
    name: `admin-webhooks${name}`,
    page: webhooksPage({ viewer, receivers: [down, file], now, ...page }),
  });
  return [
    of("", {
      receivers: [{ ...down, allHref: "/admin/webhooks?receiver=hooks.example.com" }, file],
    }),
    of("-none", { receivers: [] }),
    of("-one", { receivers: [{ ...down, nextHref: "/admin/webhooks?receiver=a&after=4711" }] }),
    of("-retried", { done: "retried" }),
    of("-all-due", {
      receivers: [{ receiver: { ...well, waiting: 1 }, deliveries: [{ ...delivery, dueAt: now }] }],
      allDue: true,
    }),
    of("-failures", {
      receivers: [
        {
          receiver: { ...failing, name: `${"a-long-name.".repeat(6)}hooks.example.com:8443 (2)` },
          deliveries: codes.map((failure) => ({ ...delivery, failure })),
        },
      ],
    }),
  ];
}
