import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { credentialKinds } from "../../domain/search.ts";
import type { CredentialCard, Found, FoundApplication, FoundUser } from "../views/found.ts";
import type { Frame } from "../views/layout.ts";
import { searchPage } from "../views/search.ts";
import { linksFor } from "../views/search-links.ts";
import type { Viewer } from "../views/viewer.ts";
import { weatherBot } from "./example-application.ts";
import { exampleAdmin, exampleViewer } from "./example-viewer.ts";
import type { GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

const bot: FoundApplication = {
  id: weatherBot.id,
  href: "/admin/applications/1",
  name: "Weather Bot",
  consumerKey: weatherBot.consumerKey,
  icon: undefined,
  ownerScreenName: "carol",
  suspendedBecause: undefined,
};

const friend: FoundUser = {
  id: "2" as UserId,
  screenName: "wea.friend",
  name: "Wea Friend",
  email: "wea@users.example",
  suspendedBecause: undefined,
};

const createdAt = Date.UTC(2026, 10, 28, 9, 12);

const secretOfBot: CredentialCard = {
  kind: "consumer-secret",
  application: { ...bot, ownerId: "2" as UserId },
  createdAt,
  endsAt: undefined,
  lastUsedDay: Math.floor(createdAt / dayMs),
  isActive: true,
  inactiveBecause: undefined,
  endedBy: "regenerateConsumerSecret",
  requestsOfLastHour: 214,
  suspend: { href: "/admin/applications/1#contain", name: bot.name },
  endHref: "/admin/applications/1#end-secret",
  useHref: "/admin/applications/1#sources",
};

const used = (lastUsed: number) => ({ lastUsed, networks: 1, hasMore: false });

/** Its previous secret was not used for long. */
const overlapping: CredentialCard = {
  ...secretOfBot,
  kind: "consumer-key",
  endedBy: undefined,
  endHref: undefined,
  overlap: {
    until: createdAt + dayMs,
    uses: {
      of: {
        "consumer secret": used(createdAt),
        "previous consumer secret": used(createdAt - dayMs),
        "bearer token": used(createdAt),
        "previous bearer token": used(createdAt - 2 * dayMs),
      },
      previous: { isQuiet: true, notMoved: 0, isSafeToEnd: true },
    },
  },
};

/** One that works no longer, and whose application, if it has one, is suspended. */
const suspendedSecret: CredentialCard = {
  ...secretOfBot,
  isActive: false,
  inactiveBecause: "application-suspended",
  requestsOfLastHour: undefined,
  suspend: undefined,
};

const bare = { lastUsedDay: undefined, useHref: undefined, suspend: undefined };
const { application: _, ...withoutApplication } = { ...suspendedSecret, ...bare };
const ofUser: CredentialCard = {
  ...withoutApplication,
  kind: "link",
  user: friend,
  inactiveBecause: "user-suspended",
};
const unapproved: CredentialCard = {
  ...suspendedSecret,
  ...bare,
  inactiveBecause: "application-unapproved",
};
const ended: CredentialCard = {
  ...suspendedSecret,
  ...bare,
  inactiveBecause: "ended",
  endHref: undefined,
};

export function searchStates(frame: Frame): readonly GalleryState[] {
  const admin = exampleAdmin(frame);
  const developer = exampleViewer(frame);
  const of = (name: string, viewer: Viewer, text: string, found?: Partial<Found>) => ({
    name: `search${name}`,
    page: searchPage({ viewer, text, found: found && { ...nothing, ...found } }),
  });
  const ownBot = { ...bot, href: "/portal/applications/1" };
  return [
    of("", admin, ""),
    of("-names", admin, "wea", {
      applications: [
        bot,
        { ...bot, id: "3" as ApplicationId, name: "Weather Widget", suspendedBecause: "It leaks." },
      ],
      users: [
        friend,
        { ...friend, id: "4" as UserId, name: "", email: "", suspendedBecause: "Spam." },
      ],
      ...linksFor(admin, bot, ["COUNTERSIGN_WEBHOOKS"]),
    }),
    of("-developer", developer, "wea", {
      applications: [ownBot],
      ...linksFor(developer, ownBot, []),
    }),
    of("-credential", admin, "", { isCredential: true, credentials: [secretOfBot] }),
    of("-credential-overlap", admin, "", { isCredential: true, credentials: [overlapping] }),
    of("-credential-suspended", admin, "", { isCredential: true, credentials: [suspendedSecret] }),
    of("-credential-not-yours", developer, "", { isCredential: true }),
    of("-credential-kinds", admin, "", {
      isCredential: true,
      credentials: [
        ...credentialKinds.map((kind) => ({ ...ended, kind })),
        unapproved,
        { ...ended, isPrevious: true },
        { ...ended, kind: "bearer-token", isPrevious: true },
        { ...ended, kind: "api-key", isPrevious: true },
        ...(["invitation", "password-reset", "account-recovery", "admin", "email"] as const).map(
          (purpose) => ({ ...ofUser, purpose }),
        ),
        { ...withoutApplication, kind: "link", purpose: "invitation" },
      ],
    }),
    of("-request", admin, "01a2b3c4d5e6f708", {
      requests: [
        {
          id: "01a2b3c4d5e6f708",
          at: createdAt,
          operation: "account/verify-credentials",
          code: 32,
          application: bot,
          href: "/portal/applications/1/requests/01a2b3c4d5e6f708",
        },
      ],
    }),
    of("-none", admin, hostile.script, {}),
    of("-hostile", admin, hostile.long, {
      applications: Object.values(hostile).map((name) => ({
        ...bot,
        name,
        ownerScreenName: hostile.screenName,
      })),
      users: Object.values(hostile).map((name) => ({
        ...friend,
        screenName: hostile.screenName,
        name,
        email: `${hostile.screenName}@users.example`,
      })),
    }),
    {
      name: "search-in-url",
      page: searchPage({ viewer: admin, text: "", found: undefined, cameInUrl: true }),
    },
  ];
}

const nothing: Found = {
  isCredential: false,
  credentials: [],
  applications: [],
  users: [],
  requests: [],
  actions: [],
  pages: [],
};
