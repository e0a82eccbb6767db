import { type Application, noLinks } from "../domain/application.ts";
import { callbackProblem } from "../domain/callback.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../domain/credentials.ts";
import type { ApplicationTab } from "../languages/texts/portal/application-list.ts";
import type { Html } from "../views/html.ts";
import type { Frame } from "../views/layout.ts";
import type { Person } from "../views/person.ts";
import {
  dangerSection,
  deletionPage,
  mostPeopleCounted,
} from "../views/portal/application/danger.ts";
import { iconPage } from "../views/portal/application/icon.ts";
import { keysSection } from "../views/portal/application/keys.ts";
import { type Overview, overviewSection } from "../views/portal/application/overview.ts";
import {
  settingsConfirmationPage,
  settingsPage,
  settingsSection,
} from "../views/portal/application/settings.ts";
import { type Usage, useSection } from "../views/portal/application/use.ts";
import { usersSection } from "../views/portal/application/users.ts";
import { myApplicationsPage } from "../views/portal/application-list.ts";
import { type ApplicationPage, applicationPage } from "../views/portal/application-page.ts";
import { createdPage, creationPage } from "../views/portal/create.ts";
import { type DraftProblems, nothingTyped, typedFrom } from "../views/portal/draft-fields.ts";
import { snippets } from "../views/portal/snippets.ts";
import { tryItSection } from "../views/portal/try-it.ts";
import { collaboratorStates } from "./collaborators.ts";
import { docsStates } from "./docs.ts";
import { examplePerson } from "./example-person.ts";
import type { GalleryState } from "./gallery-state.ts";
import { usage } from "./use.ts";
import { manyGrants } from "./users.ts";

type Hostile = Readonly<Record<string, string>>;

/** The portal's pages in every state; `hostile` has names that somebody may try. */
export function portalStates(frame: Frame, hostile: Hostile): readonly GalleryState[] {
  const person = examplePerson(frame);
  return [
    ...listStates(person, hostile),
    ...creationStates(person, hostile),
    ...pageStates(person, hostile),
    ...settingsStates(person, hostile),
    ...deletionStates(person, hostile),
    ...collaboratorStates(person, weatherBot, hostile),
    ...docsStates(person),
  ];
}

function listStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const names = Object.values(hostile);
  const many = Array.from({ length: 50 }, (_, at) => ({ ...weatherBot, name: `Bot ${at}` }));
  const listed = (applications: readonly Application[], more = {}) =>
    myApplicationsPage({
      person,
      applications: applications.map((one, at) => ({ ...one, role: "owner", requests: at * 1204 })),
      total: applications.length,
      text: "",
      order: "name",
      ...more,
    });
  const reading = { ...weatherBot, name: "Reader", access: "read" } as const;
  return [
    { name: "portal-none", page: listed([]) },
    { name: "portal-applications", page: listed([reading, suspended, weatherBot]) },
    { name: "portal-deleted", page: listed([], { deleted: true }) },
    {
      name: "portal-fifty",
      page: listed(many, {
        total: 120,
        previousHref: "/portal?page=1",
        nextHref: "/portal?page=3",
      }),
    },
    {
      name: "portal-shared",
      page: listed([], {
        total: 2,
        invited: true,
        applications: [
          { ...weatherBot, role: "admin", requests: 12 },
          { ...suspended, role: "viewer", requests: 0 },
        ],
      }),
    },
    { name: "portal-found-none", page: listed([], { text: names[0], order: "newest" }) },
    {
      name: "portal-names",
      page: listed(names.map((name) => ({ ...suspended, name, suspendedBecause: name }))),
    },
  ];
}

function creationStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const typed = typedFrom(weatherBot);
  const form = { person, creation: "example", typed };
  const created = {
    person,
    applicationId: "1",
    name: "Weather Bot",
    consumerKey: weatherBot.consumerKey,
    consumerSecret: "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMn",
  };
  const fields = [
    ["no-name", "long-description", "website", "no-access"],
    ["terms"],
    ["privacy"],
    ["support"],
    ["long-name", "odd-description"],
    ["odd-name"],
  ] as const;
  const { script = "", long = "", lookalike = "" } = hostile;
  const nasty = `javascript:alert(1)//${script}`;
  return [
    { name: "portal-create", page: creationPage({ ...form, typed: nothingTyped }) },
    {
      name: "portal-create-too-many",
      page: creationPage({ ...form, typed: typedFrom(weatherBot), tooMany: 100 }),
    },
    ...[refused.slice(0, 8), refused.slice(8)].map((callbacks, at) => ({
      name: `portal-create-callbacks-refused-${at}`,
      page: creationPage({
        ...form,
        typed: typedFrom({ ...weatherBot, callbacks }),
        problems: problemsOf({ callbacks }),
      }),
    })),
    ...fields.map((one) => ({
      name: `portal-create-${one[0]}`,
      page: creationPage({
        ...form,
        typed: { ...nothingTyped, website: "weather" },
        problems: problemsOf({ fields: one }),
      }),
    })),
    {
      name: "portal-create-hostile",
      page: creationPage({
        ...form,
        typed: { ...typed, name: script, description: script, website: script, callbacks: nasty },
        problems: problemsOf({ fields: ["website"], callbacks: [nasty, long] }),
      }),
    },
    {
      name: "portal-create-older-sign-in",
      page: creationPage({
        ...form,
        person: { ...person, signedInRecently: false },
        unproven: { problem: "wrong", minutes: 0 },
      }),
    },
    { name: "portal-created", page: createdPage(created) },
    ...Object.entries({ long, script, lookalike }).map(([kind, name]) => ({
      name: `portal-created-${kind}-name`,
      page: createdPage({ ...created, name }),
    })),
  ];
}

function pageStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const { frame } = person;
  const page = (
    tab: ApplicationTab,
    application: Application,
    section: Html,
    more: Partial<ApplicationPage> = {},
  ) => applicationPage({ person, application, role: "owner", tab, section, ...more });
  const overview = (
    application: Application,
    {
      people = 204,
      uses = usage.uses,
      role = "owner",
      ...more
    }: Partial<ApplicationPage & Overview> = {},
  ) =>
    page(
      "overview",
      application,
      overviewSection({ person, application, role, uses, people, now: usage.now }),
      {
        role,
        script: ["copy"],
        ...more,
      },
    );
  const settings = (application: Application, who = person, more: Partial<ApplicationPage> = {}) =>
    page("settings", application, settingsSection(who, application), { person: who, ...more });
  const danger = (application: Application, people: number, who = person) =>
    page(
      "delete",
      application,
      dangerSection({ person: who, application, people, offer: undefined }),
    );
  const older = { ...person, signedInRecently: false };
  const shownUsage = (changes: Partial<Usage> = {}) =>
    page("usage", weatherBot, useSection(frame, { ...usage, ...changes }), {
      script: ["chart"],
    });
  const bare = { ...weatherBot, description: "", website: "", callbacks: [] };
  const { id, consumerKey, secretSetAt } = weatherBot;
  const fresh = { oldSecretUntil: undefined, bearerSince: undefined, ownAccess: [] };
  const keys = { ...fresh, applicationId: id, secretSetAt, suspended: false, now: secretSetAt };
  const baseUrl = "https://countersign.example";
  const printed = snippets({ baseUrl, consumerKey, callback: weatherBot.callbacks[0] });
  const programs = { person, application: weatherBot, snippets: printed, apiOrigins: [] };
  const grants = { grants: manyGrants, now: usage.now };
  return [
    { name: "portal-application", page: overview(weatherBot) },
    {
      name: "portal-application-used",
      page: overview(weatherBot, { people: mostPeopleCounted }),
    },
    { name: "portal-application-bare", page: overview(bare, { people: 0, uses: [] }) },
    { name: "portal-application-suspended", page: overview(suspended, { people: 1 }) },
    {
      name: "portal-application-created-before",
      page: overview(weatherBot, { note: "created-before" }),
    },
    ...(["joined", "owned"] as const).map((note) => ({
      name: `portal-application-${note}`,
      page: overview(weatherBot, { note }),
    })),
    ...(["admin", "viewer"] as const).map((role) => ({
      name: `portal-application-${role}`,
      page: overview(weatherBot, { role }),
    })),
    {
      name: "portal-application-scheme-waiting",
      page: overview({
        ...weatherBot,
        callbacks: ["weatherbot://", "wb://"],
        confirmedSchemes: [],
      }),
    },
    { name: "portal-application-keys", page: page("keys", weatherBot, keysSection(frame, keys)) },
    { name: "portal-application-settings", page: settings(weatherBot) },
    {
      name: "portal-application-settings-icon",
      page: settings({ ...weatherBot, icon: "0".repeat(32) }),
    },
    ...(["missing", "too-large", "unreadable"] as const).map((problem) => ({
      name: `portal-icon-${problem}`,
      page: iconPage({ person, application: weatherBot, problem }),
    })),
    { name: "portal-application-settings-bare", page: settings(bare) },
    { name: "portal-application-saved", page: settings(weatherBot, person, { note: "saved" }) },
    { name: "portal-application-usage", page: shownUsage() },
    { name: "portal-application-usage-unlimited", page: shownUsage({ limits: undefined }) },
    {
      name: "portal-application-users",
      page: page("users", weatherBot, usersSection(frame, grants), { script: ["chart"] }),
    },
    {
      name: "portal-application-programs",
      page: page("programs", weatherBot, tryItSection(programs), { script: ["copy"] }),
    },
    { name: "portal-application-delete", page: danger(weatherBot, mostPeopleCounted) },
    { name: "portal-application-delete-unused", page: danger(weatherBot, 0) },
    { name: "portal-application-delete-older-sign-in", page: danger(weatherBot, 1, older) },
    ...["long", "script", "rightToLeft", "emoji", "piled", "lookalike"].map((kind) => {
      const name = hostile[kind] ?? "";
      const website = `https://${hostile["longHost"]}/`;
      const named = { ...suspended, name, description: name, suspendedBecause: name, website };
      return { name: `portal-application-${kind.toLowerCase()}-name`, page: overview(named) };
    }),
  ];
}

function settingsStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const typed = typedFrom(weatherBot);
  const confirm = (...effects: Parameters<typeof settingsConfirmationPage>[0]["effects"]) =>
    settingsConfirmationPage({ person, application: weatherBot, typed, seen: "", effects });
  const longUrl = `https://${hostile["longHost"]}/${"callback/".repeat(20)}`;
  return [
    {
      name: "portal-settings-refused",
      page: settingsPage({
        person,
        application: weatherBot,
        seen: "",
        typed: { ...typed, callbacks: [...tooMany, ...tooMany].join("\n") },
        problems: problemsOf({ callbacks: [...tooMany, ...tooMany], tooManyCallbacks: true }),
      }),
    },
    {
      name: "portal-settings-added-unproven",
      page: settingsPage({
        person: { ...person, signedInRecently: false },
        application: weatherBot,
        seen: "",
        typed,
        unproven: { problem: "missing", minutes: 0 },
      }),
    },
    {
      name: "portal-settings-changed-since",
      page: settingsPage({
        person,
        application: weatherBot,
        typed,
        seen: "",
        changedSince: true,
      }),
    },
    {
      name: "portal-settings-lowered",
      page: confirm(
        { effect: "access-lowered", people: 12 },
        { effect: "email-off", people: 1 },
        { effect: "sign-in-off", people: 12_345 },
      ),
    },
    {
      name: "portal-settings-unproven",
      page: settingsConfirmationPage({
        person: { ...person, signedInRecently: false },
        application: weatherBot,
        seen: "",
        typed,
        effects: [{ effect: "email-off", people: 12 }],
        unproven: { problem: "wrong", minutes: 0 },
      }),
    },
    { name: "portal-settings-raised", page: confirm({ effect: "access-raised", people: 1204 }) },
    {
      name: "portal-settings-callbacks-removed",
      page: confirm(
        { effect: "callback-removed", callback: "weatherbot://" },
        { effect: "callback-removed", callback: longUrl },
        { effect: "no-callback-left" },
      ),
    },
  ];
}

function deletionStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const usual = { person, application: weatherBot, people: mostPeopleCounted };
  const { long = "", override = "" } = hostile;
  return [
    { name: "portal-delete-other-name", page: deletionPage({ ...usual, problem: "other-name" }) },
    {
      name: "portal-delete-unproven",
      page: deletionPage({ ...usual, unproven: { problem: "too-many", minutes: 7 } }),
    },
    ...Object.entries({ long, override }).map(([kind, name]) => ({
      name: `portal-delete-${kind}-name`,
      page: deletionPage({
        ...usual,
        application: { ...weatherBot, name },
        problem: "other-name",
      }),
    })),
  ];
}

const weatherBot: Application = {
  id: "1" as ApplicationId,
  ownerId: "1" as UserId,
  ownerScreenName: "alice",
  name: "Weather Bot",
  description: "Posts the forecast for your town every morning.",
  website: "https://weatherbot.example/",
  access: "write",
  signIn: true,
  requestEmail: false,
  consumerKey: "AbCdEfGhIjKlMnOpQrStUvWxY" as ConsumerKey,
  callbacks: ["https://weatherbot.example/callback", "weatherbot://"],
  confirmedSchemes: ["weatherbot"],
  identityChangedAt: undefined,
  icon: undefined,
  links: noLinks,
  createdAt: Date.UTC(2026, 4, 3, 10, 20),
  secretSetAt: Date.UTC(2026, 4, 3, 10, 20),
  limits: {},
  suspendedBecause: undefined,
};

const suspended: Application = {
  ...weatherBot,
  suspendedBecause: "It asked people for their passwords by mail.",
};

/** One for each thing that can be wrong with a callback. */
const refused = [
  "oob",
  "",
  `https://a.example/${"long/".repeat(200)}`,
  "https://a.example/two words",
  "https://a.example/{id}",
  "https://a.example/#top",
  "https://a.example/?page=1",
  "weatherbot.example/callback",
  "javascript://a.example/",
  "weatherbot://done",
  "http://a.example/",
  "https://alice@a.example/",
  "https://a.example:99999/",
  "http://127.1/",
  "https://a.example/../b",
  "weatherbot://alice@done",
];

const tooMany = Array.from({ length: 11 }, (_, at) => `http://a.example/${at}`);

function problemsOf({
  callbacks = [],
  ...more
}: Partial<Omit<DraftProblems, "callbacks">> & {
  readonly callbacks?: readonly string[];
}): DraftProblems {
  const found = callbacks.flatMap((url) => {
    const problem = callbackProblem(url);
    return problem === undefined ? [] : [{ url, ...problem }];
  });
  return { fields: [], tooManyCallbacks: false, ...more, callbacks: found };
}
