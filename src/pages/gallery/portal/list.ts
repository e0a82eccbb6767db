import type { Application } from "../../../domain/application.ts";
import { myApplicationsPage } from "../../views/portal.ts";
import type { Viewer } from "../../views/viewer.ts";
import { suspendedBot, weatherBot } from "../example-application.ts";
import { exampleEndings } from "../example-endings.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

export function listStates(viewer: Viewer): readonly GalleryState[] {
  const names = Object.values(hostile);
  const many = Array.from({ length: 50 }, (_, at) => ({ ...weatherBot, name: `Bot ${at}` }));
  const listed = (applications: readonly Application[], more = {}) =>
    myApplicationsPage({
      viewer,
      applications: applications.map((one, at) => ({ ...one, role: "owner", requests: at * 1204 })),
      total: applications.length,
      text: "",
      order: "name",
      ...more,
    });
  const reading = { ...weatherBot, name: "Reader", access: "read" } as const;
  return [
    { name: "portal-none", page: listed([]) },
    { name: "portal-applications", page: listed([reading, suspendedBot, weatherBot]) },
    {
      name: "portal-applications-end",
      page: listed([], {
        total: 1,
        applications: [
          { ...weatherBot, role: "owner", requests: 12, endsAt: exampleEndings[0].sunset.endsAt },
        ],
      }),
    },
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
          { ...weatherBot, role: "editor", requests: 12 },
          { ...suspendedBot, role: "viewer", requests: 0 },
        ],
      }),
    },
    { name: "portal-found-none", page: listed([], { text: names[0], order: "newest" }) },
    {
      name: "portal-names",
      page: listed(names.map((name) => ({ ...suspendedBot, name, suspendedBecause: name }))),
    },
  ];
}
