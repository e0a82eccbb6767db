import type { AuditedEvent } from "../../../domain/audit.ts";
import { auditEvents } from "../../../domain/audit.ts";
import type { ApplicationId, UserId } from "../../../domain/credentials.ts";
import { dayMs } from "../../../domain/day.ts";
import { eventPage } from "../../views/admin/audit/id.ts";
import { type Audit, auditPage } from "../../views/admin/audit.ts";
import type { CountedDays } from "../../views/admin/audit-days.ts";
import type { Viewer } from "../../views/viewer.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

export function auditStates(viewer: Viewer): readonly GalleryState[] {
  const { long, script } = hostile;
  const nothing = {
    ...{ q: "", name: "", access: "", involved: "", actor: "" },
    ...{ user: "", application: "", from: "", to: "" },
  };
  const usual: Audit = {
    viewer,
    input: nothing,
    order: "newest",
    now: at,
    problems: {},
    choices: [],
    events: [signedIn, suspended, revoked],
    days: counted(() => true),
    exportHref: "/admin/audit.jsonl?",
    maxExported: 50_000,
  };
  const of = (name: string, changes: Partial<Audit>): GalleryState => ({
    name: `admin-audit${name}`,
    page: auditPage({ ...usual, ...changes }),
  });
  const search = { ...nothing, name: "user.suspended", user: "bob", from: "2026-05-01" };
  const named = Object.values(hostile).map((name) => ({
    ...revoked,
    applicationName: name,
    userScreenName: name,
    details: { because: name },
  }));
  return [
    of("", { nextHref: "/admin/audit?after=1" }),
    of("-full", {
      events: Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? signedIn : suspended)),
    }),
    { name: "admin-event", page: eventPage(viewer, { ...detailed, ...revoked }) },
    { name: "admin-event-plain", page: eventPage(viewer, byService) },
    of("-repeated", {
      events: [
        signedIn,
        ...[1, 2, 3].map((hours) => ({ ...signedIn, at: at - hours * 3_600_000 })),
      ],
    }),
    of("-one-day", {
      input: { ...nothing, from: "2026-05-01", to: "2026-05-01" },
      days: counted((day) => day === 27),
    }),
    of("-administration", { input: { ...nothing, name: "administration" }, events: [suspended] }),
    of("-write-grants", {
      input: { ...nothing, name: "access.approved", access: "write" },
      events: [{ ...notAsked, details: { access: "write", asked: true } }],
    }),
    of("-group", { input: { ...nothing, name: "secrets" }, events: [], days: [] }),
    of("-oldest", { order: "oldest", nextHref: "/admin/audit?order=oldest&after=3" }),
    of("-activity", { input: { ...nothing, involved: "@bob" }, events: activity }),
    of("-none", { input: search, events: [] }),
    of("-filtered", { input: search, events: [suspended] }),
    of("-every-event", {
      events: [...auditEvents, "user.turned-into-a-frog"].map((name) => ({ ...signedIn, name })),
    }),
    of("-details", { events: [detailed, notAsked, ...everyValue] }),
    of("-found", {
      input: { ...nothing, q: "advertisements" },
      days: [],
      events: [suspended],
      nextHref: "/admin/audit?q=advertisements&after=1",
      searchedTo: at,
    }),
    of("-not-yet-found", {
      input: { ...nothing, q: long },
      days: [],
      events: [],
      nextHref: "/admin/audit?q=x&after=1",
      searchedTo: at,
    }),
    of("-gone", { events: [ofDeleted, gone, byAnonymous, byService, byCommand] }),
    of("-names", { input: { ...nothing, user: script, actor: long }, events: named }),
    of("-unknown", {
      input: {
        ...nothing,
        user: "nobody",
        involved: "nobody",
        application: "None",
        actor: "no one",
        from: "soon",
        to: "then",
      },
      problems: {
        user: "unknown-user",
        involved: "unknown-user",
        application: "unknown-application",
        actor: "unknown-actor",
        from: "day",
        to: "day",
      },
      events: [],
    }),
    of("-several", {
      input: { ...nothing, application: "Weather" },
      problems: { application: "several" },
      choices: ["Weather Bot", long, script].map((name) => ({
        name,
        owner: "carol",
        href: "/admin/audit?application=xvz1evFS4wEEPTGEFPHBog012",
      })),
      events: [],
    }),
  ];
}

/** The last one is the day of the events. */
function counted(isInRange: (day: number) => boolean): readonly CountedDays[] {
  const last = Date.UTC(2026, 4, 3);
  return Array.from({ length: 30 }, (_, day) => {
    const from = last - (29 - day) * dayMs;
    const count = day === 20 ? 1_000 : (day * 37) % 140;
    return { from, before: from + dayMs, count, orMore: day === 20, isInRange: isInRange(day) };
  });
}

const bob = "4503599627370496" as UserId;

const at = Date.UTC(2026, 4, 3, 10, 20);

const signedIn: AuditedEvent = {
  id: "3",
  at,
  name: "user.signed-in",
  actor: `user:${bob}`,
  actorScreenName: "bob",
  userId: bob,
  userScreenName: "bob",
  applicationName: undefined,
  applicationDeleted: false,
  address: "192.0.2.17",
};

const suspended: AuditedEvent = {
  ...signedIn,
  id: "2",
  name: "user.suspended",
  actor: "user:4503599627370498",
  actorScreenName: "carol",
  address: "2001:db8:1234:5678:9abc:def0:1234:5678",
  details: { because: "Sends advertisements to users who did not ask for them." },
};

const detailed: AuditedEvent = {
  ...signedIn,
  name: "setting.changed",
  details: {
    message: "Your secret leaked.",
    by: "link",
    which: "others",
    access: "write",
    asked: true,
    overlap: "24h",
    days: "14",
    scheme: "weatherbot",
    setting: "sign-up",
    value: "open",
    keyId: "0f3a9c21",
    filter:
      "q=weather&name=user.suspended&user=bob&application=weather&actor=carol&from=2026-05-01&to=soon&page=2",
    role: "viewer",
    kind: "totp",
    authenticated: "recovery-code",
    passkey: "MacBook",
    key: "deployments",
    before: "Old laptop",
    revokedAgain: 12,
    replaysAccepted: true,
    bytes: 48_300_000,
    latestEventAt: "2026-05-03T02:00:00.000Z",
    rows: 100_000,
    action: "17",
    items: 1_204,
    receiver: "hooks.example.com",
    "oauth2/token": 120,
  },
};

const notAsked: AuditedEvent = {
  ...signedIn,
  name: "access.approved",
  details: { access: "read", asked: false },
};

/** Every recorded value that has a word of its own is here, and one of another version. */
const recorded: readonly Readonly<Record<string, string>>[] = [
  { which: "one", access: "read", overlap: "0" },
  { setting: "backup", value: "done", role: "editor" },
  { overlap: "1h", setting: "checklist", value: "hidden" },
  { setting: "unused-access", value: "off" },
  { filter: "", authenticated: "password" },
  { overlap: "7d", value: "invitation" },
  { issuer: "https://login.example" },
  { kind: "identity-provider", authenticated: "strong-identity-provider", revokedAgain: "3" },
  { value: "closed", setting: "color", role: "spectator" },
  { filter: "name=user.turned-into-a-frog" },
  { filter: "access=read&never_used=true&issued_before=2026-05-03", items: "12" },
  { filter: "name=administration&access=write" },
  { bytes: "1048576" },
];

const everyValue = recorded.map((details) => ({ ...signedIn, name: "setting.changed", details }));

const revoked: AuditedEvent = {
  ...signedIn,
  id: "1",
  name: "access-token.revoked",
  actor: "application:4503599627370497",
  actorScreenName: undefined,
  applicationId: "4503599627370497" as ApplicationId,
  applicationName: "Weather Bot",
};

const ofDeleted: AuditedEvent = { ...revoked, applicationDeleted: true };

const gone: AuditedEvent = {
  ...revoked,
  at: Date.UTC(2025, 10, 21, 10, 20),
  actor: `user:${bob}`,
  userScreenName: undefined,
  applicationName: undefined,
  applicationDeleted: true,
};

const { address: _, userId: __, ...nobody } = signedIn;

const byAnonymous: AuditedEvent = { ...signedIn, actor: "anonymous" };

const byService: AuditedEvent = { ...nobody, name: "keys.rotated", actor: "service" };

const activity = [
  suspended,
  { ...signedIn, name: "user.sign-in-failed", actor: "anonymous" },
  revoked,
  signedIn,
];

const byCommand: AuditedEvent = { ...byService, actor: "command-line" };
