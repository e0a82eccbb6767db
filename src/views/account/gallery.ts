import type { Exhibit } from "../exhibit.ts";
import type { Frame } from "../layout.ts";
import type { Account } from "./account-page.ts";
import { applicationsPage } from "./applications.ts";
import { passwordPage } from "./password.ts";
import { profilePage } from "./profile.ts";

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
    ...profileStates(account, hostile),
    ...passwordStates(account),
  ];
}

function profileStates(
  account: Account,
  hostile: Readonly<Record<string, string>>,
): readonly Exhibit[] {
  const profile = { screenName: "alice", name: "Alice Example", email: "alice@people.example" };
  const { script = "", long = "" } = hostile;
  const problems = ["screen-name", "taken", "name", "email"] as const;
  return [
    { name: "account-profile", page: profilePage({ account, profile }) },
    { name: "account-profile-saved", page: profilePage({ account, profile, saved: true }) },
    ...problems.map((problem) => ({
      name: `account-profile-${problem}-problem`,
      page: profilePage({ account, profile, problem }),
    })),
    {
      name: "account-profile-hostile",
      page: profilePage({
        account: { ...account, screenName: long },
        profile: { screenName: script, name: script, email: script },
        problem: "email",
      }),
    },
  ];
}

function passwordStates(account: Account): readonly Exhibit[] {
  const problems = [
    "wrong",
    "too-many",
    "busy",
    "too-short",
    "too-long",
    "own-name",
    "common",
  ] as const;
  return [
    { name: "account-password", page: passwordPage({ account }) },
    { name: "account-password-changed", page: passwordPage({ account, changed: true }) },
    ...problems.map((problem) => ({
      name: `account-password-${problem}`,
      page: passwordPage({ account, problem, minutes: 7 }),
    })),
  ];
}
