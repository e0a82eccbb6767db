import type { Found, FoundApplication, FoundUser } from "../views/found.ts";
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
  ownerScreenName: "carol",
  isSuspended: false,
};

const friend: FoundUser = {
  id: "2",
  screenName: "wea.friend",
  name: "Wea Friend",
  email: "wea@users.example",
  isSuspended: false,
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
      applications: [bot, { ...bot, id: "3", name: "Weather Widget", isSuspended: true }],
      users: [friend, { ...friend, id: "4", name: "", email: "", isSuspended: true }],
      ...linksFor(admin, bot),
    }),
    of("-developer", developer, "wea", { applications: [ownBot], ...linksFor(developer, ownBot) }),
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

const nothing: Found = { applications: [], users: [], actions: [], pages: [] };
