import type { Application } from "../domain/application.ts";
import { callbackProblem } from "../domain/callback.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../domain/credentials.ts";
import { applicationNotes } from "../languages/texts/portal/application-list.ts";
import type { Frame } from "../views/layout.ts";
import type { Person } from "../views/person.ts";
import { deletionPage } from "../views/portal/application/danger.ts";
import { type ApplicationPage, mostPeopleCounted } from "../views/portal/application/section.ts";
import { settingsConfirmationPage, settingsPage } from "../views/portal/application/settings.ts";
import { myApplicationsPage } from "../views/portal/application-list.ts";
import { applicationPage } from "../views/portal/application-page.ts";
import { createdPage, creationPage } from "../views/portal/create.ts";
import { type DraftProblems, nothingTyped, typedFrom } from "../views/portal/draft-fields.ts";
import { snippets } from "../views/portal/snippets.ts";
import type { GalleryState } from "./gallery-state.ts";
import { used } from "./use.ts";
import { manyGrants } from "./users.ts";

type Hostile = Readonly<Record<string, string>>;

/** The portal's pages in every state; `hostile` has names that somebody may try. */
export function portalStates(frame: Frame, hostile: Hostile): readonly GalleryState[] {
  const person: Person = {
    frame,
    csrf: "example",
    screenName: "alice",
    isOperator: false,
    signedInRecently: true,
  };
  return [
    ...listStates(person, hostile),
    ...creationStates(person, hostile),
    ...pageStates(person, hostile),
    ...settingsStates(person, hostile),
    ...deletionStates(person, hostile),
  ];
}

function listStates(person: Person, hostile: Hostile): readonly GalleryState[] {
  const names = Object.values(hostile);
  const many = Array.from({ length: 50 }, (_, at) => ({ ...weatherBot, name: `Bot ${at}` }));
  const listed = (applications: readonly Application[], more = {}) =>
    myApplicationsPage({
      person,
      applications: applications.map((one, at) => ({ ...one, requests: at * 1204 })),
      ...more,
    });
  const reading = { ...weatherBot, name: "Reader", access: "read" } as const;
  return [
    { name: "portal-none", page: listed([]) },
    { name: "portal-applications", page: listed([reading, suspended, weatherBot]) },
    { name: "portal-deleted", page: listed([], { deleted: true }) },
    { name: "portal-fifty", page: listed(many, { nextHref: "/portal?after=1" }) },
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
  const shown = (
    application: Application,
    { people = 1204, ...more }: Partial<ApplicationPage> = {},
    who = person,
  ) =>
    applicationPage({
      person: who,
      application,
      people,
      keys: { oldSecretUntil: undefined, bearerSince: undefined, ownAccess: [] },
      use: { period: "day", uses: [] },
      limits: undefined,
      grants: { before: { read: 0, write: people }, changes: [] },
      now: application.secretSetAt,
      apiOrigins: [],
      snippets: snippets({
        baseUrl: "https://countersign.example",
        consumerKey: application.consumerKey,
        callback: application.callbacks[0],
      }),
      ...more,
    });
  const bare = { ...weatherBot, description: "", website: "", callbacks: [] };
  return [
    { name: "portal-application", page: shown(weatherBot) },
    {
      name: "portal-application-used",
      page: shown(weatherBot, { ...used, people: mostPeopleCounted, grants: manyGrants }),
    },
    { name: "portal-application-bare", page: shown(bare, { people: 0 }) },
    { name: "portal-application-suspended", page: shown(suspended, { people: 1 }) },
    {
      name: "portal-application-older-sign-in",
      page: shown(weatherBot, {}, { ...person, signedInRecently: false }),
    },
    ...applicationNotes.map((note) => ({
      name: `portal-application-${note}`,
      page: shown(weatherBot, { note }),
    })),
    {
      name: "portal-application-scheme-waiting",
      page: shown({
        ...weatherBot,
        callbacks: ["weatherbot://", "wb://"],
        confirmedSchemes: [],
      }),
    },
    ...["long", "script", "rightToLeft", "emoji", "piled", "lookalike"].map((kind) => {
      const name = hostile[kind] ?? "";
      const website = `https://${hostile["longHost"]}/`;
      return {
        name: `portal-application-${kind.toLowerCase()}-name`,
        page: shown({ ...suspended, name, description: name, suspendedBecause: name, website }),
      };
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
