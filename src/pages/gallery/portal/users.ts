import type { GrantCounts } from "../../../domain/access-token.ts";
import { dayOf } from "../../../domain/day.ts";
import type { Frame } from "../../views/layout.ts";
import { applicationPage } from "../../views/portal/application-page.ts";
import { usersSection } from "../../views/portal/applications/id/users.ts";
import { weatherBot } from "../example-application.ts";
import { exampleViewer } from "../example-viewer.ts";
import type { GalleryState } from "../gallery-state.ts";

const now = Date.UTC(2026, 4, 7, 10, 22);

export function usersStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const section = (grants: GrantCounts) =>
    applicationPage({
      viewer,
      application: weatherBot,
      role: "owner",
      tab: "users",
      section: usersSection(frame, { grants, now }),
    });
  const before = { read: 0, write: 0 };
  return [
    { name: "users-none", page: section({ before, changes: [] }) },
    { name: "users-first", page: section({ before, changes: [today("read", 1)] }) },
    { name: "users-many", page: section(manyGrants) },
    { name: "users-gone", page: section({ before: { read: 12, write: 3 }, changes: gone }) },
  ];
}

type GrantChange = GrantCounts["changes"][number];

function today(access: GrantChange["access"], change: number): GrantChange {
  return { day: dayOf(now), access, change };
}

/** The number rises, with a week now and then in which more users left than came. */
const waves: readonly GrantChange[] = Array.from({ length: 90 }, (_, at) => at).flatMap((at) => {
  const day = dayOf(now) - 90 + at;
  return [
    { day, access: "read", change: Math.round(4 + 9 * Math.sin(at / 6)) },
    { day, access: "write", change: Math.round(120 + 210 * Math.sin(at / 9)) },
  ] as const;
});

/** A page that shows more than this uses it too. */
export const manyGrants: GrantCounts = { before: { read: 1180, write: 40_210 }, changes: waves };

const gone: readonly GrantChange[] = [today("read", -12), today("write", -3)];
