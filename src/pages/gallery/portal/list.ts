import type { Application } from "../../../domain/application.ts";
import { dayOf, hourMs } from "../../../domain/day.ts";
import type { UsageCount } from "../../../domain/usage.ts";
import { myApplicationsPage } from "../../views/portal.ts";
import type { Viewer } from "../../views/viewer.ts";
import { suspendedBot, weatherBot } from "../example-application.ts";
import { exampleEndings } from "../example-endings.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

const now = Date.UTC(2026, 4, 3, 10, 20);

/** More requests with each application, and of the first none. */
function used(at: number): { readonly uses: readonly UsageCount[]; readonly lastUsedDay?: number } {
  const begin = Math.floor(now / hourMs) * hourMs;
  const uses = Array.from({ length: at === 0 ? 0 : 20 }, (_, hour): readonly UsageCount[] => [
    {
      at: begin - hour * hourMs,
      operation: "account/verify_credentials",
      kind: "verified",
      count: at * (40 + ((hour * 7) % 25)),
    },
    {
      at: begin - hour * hourMs,
      operation: "account/verify_credentials",
      kind: "rejected 32",
      count: hour % 5,
    },
  ]);
  return { uses: uses.flat(), ...(at > 0 && { lastUsedDay: dayOf(now) }) };
}

export function listStates(viewer: Viewer): readonly GalleryState[] {
  const names = Object.values(hostile);
  const many = Array.from({ length: 50 }, (_, at) => ({ ...weatherBot, name: `Bot ${at}` }));
  const listed = (applications: readonly Application[], more = {}) =>
    myApplicationsPage({
      viewer,
      applications: applications.map((one, at) => ({ ...one, role: "owner", ...used(at) })),
      baseUrl: "https://api.example.com",
      now,
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
          { ...weatherBot, role: "owner", ...used(1), endsAt: exampleEndings[0].sunset.endsAt },
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
          { ...weatherBot, role: "editor", ...used(1) },
          { ...suspendedBot, role: "viewer", ...used(0) },
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
