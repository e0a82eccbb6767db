import type { Application } from "../../../domain/application.ts";
import { usesOf } from "../../../domain/credential-use.ts";
import { emptyRequest } from "../../../domain/fields/approval.ts";
import type { UsageCount } from "../../../domain/usage.ts";
import type { ApplicationTab } from "../../views/portal/application-page.ts";
import {
  type ApplicationPage,
  applicationPage,
  type Section,
} from "../../views/portal/application-page.ts";
import { dangerSection, maxUsersCounted } from "../../views/portal/applications/id/delete.ts";
import { iconPage } from "../../views/portal/applications/id/icon.ts";
import { keysSection } from "../../views/portal/applications/id/keys.ts";
import { programsSection } from "../../views/portal/applications/id/programs.ts";
import { settingsPreview, settingsSections } from "../../views/portal/applications/id/settings.ts";
import { type Usage, usageSection } from "../../views/portal/applications/id/usage.ts";
import { usersSection } from "../../views/portal/applications/id/users.ts";
import { type Overview, overviewSections } from "../../views/portal/applications/id.ts";
import type { Viewer } from "../../views/viewer.ts";
import {
  changedBot,
  previewedBot,
  suspendedBot,
  waitingBot,
  weatherBot,
} from "../example-application.ts";
import { exampleEndings } from "../example-endings.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";
import { usage } from "./usage.ts";
import { manyGrants } from "./users.ts";

export function pageStates(viewer: Viewer): readonly GalleryState[] {
  const { frame } = viewer;
  const page = (
    tab: ApplicationTab,
    application: Application,
    section: Section,
    more: Partial<ApplicationPage> = {},
  ) => applicationPage({ viewer, application, role: "owner", tab, section, ...more });
  const overview = (
    application: Application,
    {
      users = 204,
      uses = usage.uses,
      role = "owner",
      firstCall,
      endings = [],
      request,
      ...more
    }: Partial<ApplicationPage & Overview> = {},
  ) =>
    page(
      "overview",
      application,
      overviewSections({
        ...{ viewer, application, role, uses, users, now: usage.now, firstCall, endings },
        ...(role === "owner" && { plan: "partner" }),
        questions: ["Where is it hosted?"],
        ...(request && { request }),
      }),
      {
        role,
        ...more,
      },
    );
  const settings = (application: Application, who = viewer, more: Partial<ApplicationPage> = {}) =>
    page(
      "settings",
      application,
      settingsSections({ viewer: who, application, acceptsSha256: true }),
      {
        viewer: who,
        beside: settingsPreview({
          viewer: who,
          application,
          previewed: { ...previewedBot, icon: application.icon },
        }),
        ...more,
      },
    );
  const danger = (application: Application, users: number, who = viewer) =>
    page(
      "delete",
      application,
      dangerSection({ viewer: who, application, users, offer: undefined }),
    );
  const older = { ...viewer, signedInRecently: false };
  const shownUsage = (changes: Partial<Usage> = {}) =>
    page("usage", weatherBot, usageSection(frame, { ...usage, ...changes }), {});
  const bare = { ...weatherBot, description: "", website: "", callbacks: [] };
  const { id, consumerKey, secretSetAt } = weatherBot;
  const fresh = {
    previousSecretUntil: undefined,
    bearerSince: undefined,
    previousBearerSince: undefined,
    ownAccess: [],
  };
  const keys = {
    ...fresh,
    applicationId: id,
    consumerKey,
    secretSetAt,
    secretRevokedAt: undefined,
    access: weatherBot.access,
    suspended: false,
    now: secretSetAt,
    uses: usesOf([], { ...fresh, now: secretSetAt }),
  };
  const baseUrl = "https://countersign.example";
  const programs = {
    ...{ viewer, application: weatherBot, baseUrl, apiOrigins: [] },
    ...{ hasOwnToken: true, log: { latest: undefined }, now: usage.now },
  };
  const grants = { grants: manyGrants, now: usage.now };
  return [
    { name: "portal-application", page: overview(weatherBot) },
    {
      name: "portal-application-used",
      page: overview(weatherBot, { users: maxUsersCounted }),
    },
    { name: "portal-application-ends", page: overview(weatherBot, { endings: exampleEndings }) },
    { name: "portal-application-bare", page: overview(bare, { users: 0, uses: [] }) },
    ...Object.entries(firstCalls).map(([name, firstCall]) => ({
      name: `portal-application-${name}`,
      page: overview(bare, {
        users: 0,
        uses: name === "first-rejected" ? oneRejected : [],
        firstCall,
      }),
    })),
    {
      name: "portal-application-told",
      page: overview({ ...weatherBot, ownerNotice: { text: "Its secret leaked.", at: usage.now } }),
    },
    { name: "portal-application-suspended", page: overview(suspendedBot, { users: 1 }) },
    ...(["viewer", "owner"] as const).flatMap((role) =>
      Object.entries({
        waiting: waitingBot,
        asked: { ...waitingBot, approval: "asked", approvalText: "Whose weather is it?" } as const,
        declined: { ...waitingBot, approval: "declined", approvalText: "It is unclear." } as const,
        "change-waits": changedBot,
      }).map(([name, application]) => ({
        name: `portal-application-${name}-${role}`,
        page: overview(application, {
          role,
          ...(name === "waiting" && { note: "approval-asked" }),
        }),
      })),
    ),
    {
      name: "portal-application-answer-missing",
      page: overview(
        { ...waitingBot, approval: "asked", approvalText: hostile.script },
        { request: { input: emptyRequest, problems: new Set(["purpose", "answer_1"]) } },
      ),
    },
    ...(["taken-back", "waits"] as const).map((note) => ({
      name: `portal-application-${note}`,
      page: overview(note === "waits" ? changedBot : weatherBot, { note }),
    })),
    {
      name: "portal-application-created-before",
      page: overview(weatherBot, { note: "created-before" }),
    },
    ...(["joined", "owned"] as const).map((note) => ({
      name: `portal-application-${note}`,
      page: overview(weatherBot, { note }),
    })),
    ...(["editor", "viewer"] as const).map((role) => ({
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
    {
      name: "portal-application-keys",
      page: page("keys", weatherBot, keysSection(frame, keys)),
    },
    { name: "portal-application-settings", page: settings(weatherBot) },
    {
      name: "portal-application-settings-icon",
      page: settings({ ...weatherBot, icon: "0".repeat(32) }),
    },
    ...(["missing", "too-large", "unreadable"] as const).map((problem) => ({
      name: `portal-icon-${problem}`,
      page: iconPage({ viewer, application: weatherBot, problem }),
    })),
    { name: "portal-application-settings-bare", page: settings(bare) },
    { name: "portal-application-saved", page: settings(weatherBot, viewer, { note: "saved" }) },
    { name: "portal-application-usage", page: shownUsage() },
    { name: "portal-application-usage-unlimited", page: shownUsage({ limits: undefined }) },
    {
      name: "portal-application-users",
      page: page("users", weatherBot, usersSection(frame, grants)),
    },
    {
      name: "portal-application-programs",
      page: page("programs", weatherBot, programsSection(programs)),
    },
    { name: "portal-application-delete", page: danger(weatherBot, maxUsersCounted) },
    { name: "portal-application-delete-unused", page: danger(weatherBot, 0) },
    { name: "portal-application-delete-older-sign-in", page: danger(weatherBot, 1, older) },
    ...(["long", "script", "rightToLeft", "emoji", "piled", "lookalike"] as const).map((kind) => {
      const name = hostile[kind];
      const website = `https://${hostile.longHost}/`;
      const named = { ...suspendedBot, name, description: name, suspendedBecause: name, website };
      return { name: `portal-application-${kind.toLowerCase()}-name`, page: overview(named) };
    }),
  ];
}

const oneRejected: readonly UsageCount[] = [
  { at: usage.now, operation: "", kind: "unauthenticated 32", count: 1 },
];
const firstCalls = {
  new: { hasOwnToken: false, at: undefined },
  "with-token": { hasOwnToken: true, at: undefined },
  "first-rejected": { hasOwnToken: true, at: undefined, rejected: "5f1c0d9be2a7-1z" },
  called: { hasOwnToken: true, at: usage.now },
} as const;
