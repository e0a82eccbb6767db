import type { Exhibit } from "../exhibit.ts";
import type { Frame } from "../layout.ts";
import { applicationsPage } from "./applications.ts";

/** The account pages in every state; `hostile` has names that somebody may try. */
export function accountStates(
  frame: Frame,
  hostile: Readonly<Record<string, string>>,
): readonly Exhibit[] {
  const account = { frame, csrf: "example", screenName: "alice" };
  const since = Date.UTC(2026, 4, 3, 10, 20);
  const application = {
    applicationId: "1",
    name: "Weather Bot",
    ownerScreenName: "carol",
    access: "write",
    emailGranted: false,
    since,
  } as const;
  const reading = { ...application, applicationId: "2", name: "Reader", access: "read" } as const;
  const names = Object.values(hostile).map((name, at) => ({
    ...application,
    applicationId: String(at),
    name,
    ownerScreenName: name,
    emailGranted: true,
  }));
  return [
    { name: "account-applications-none", page: applicationsPage({ account, applications: [] }) },
    {
      name: "account-applications",
      page: applicationsPage({ account, applications: [application, reading] }),
    },
    {
      name: "account-applications-names",
      page: applicationsPage({ account, applications: names, nextHref: "/account?after=1" }),
    },
  ];
}
