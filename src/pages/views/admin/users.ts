import { userFilters } from "../../../domain/fields/list-filters.ts";
import type { User, UserSummary } from "../../../domain/user.ts";
import { tag } from "../banner.ts";
import { type Html, html } from "../html.ts";
import { number } from "../list.ts";
import { name } from "../phrase.ts";
import { picture } from "../picture.ts";
import { signedInPage } from "../signed-in-page.ts";
import { relative } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { type ListSearch, searchPage } from "./search.ts";
import { stateBadge } from "./suspension.ts";

export type Users = {
  readonly viewer: Viewer;
  readonly asked: ListSearch;
  readonly users: readonly (User & UserSummary)[];
  readonly total: number;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
  readonly deleted?: boolean;
  readonly now: number;
};

export function usersPage(page: Users): Html {
  const { viewer, asked, users, total, previousHref, nextHref, deleted } = page;
  const texts = viewer.frame.texts.admin;
  const { title, label, hint, screenName } = texts.users;
  const { main, ...head } = searchPage({
    viewer,
    asked,
    action: "/admin/users",
    title,
    ...(deleted && { done: texts.users.deleted }),
    label,
    placeholder: hint,
    filters: userFilters,
    columns: [
      { text: screenName, orders: ["name", "name-down"] },
      texts.name,
      { text: texts.state, place: "state" },
      { text: texts.users.twoStep, place: "extra" },
      { text: texts.users.applications, isNumber: true, place: "extra" },
      texts.users.lastActive,
      { text: texts.made, orders: ["newest", "oldest"] },
    ],
    rows: users.map((one) => row(viewer, one, page.now)),
    total,
    create: html`<a class="button" href="/admin/invitations#new">${texts.users.invite}</a>`,
    previousHref,
    nextHref,
  });
  return signedInPage(viewer, { area: "admin", here: "users", title, head, main });
}

function row({ frame }: Viewer, user: User & UserSummary, now: number) {
  const { texts } = frame;
  const { hasSecondFactor, applications, lastSeenAt } = user;
  return [
    html`${picture(user.id)}<a class="action whole" href="/admin/users/${user.id}">${name(`@${user.screenName}`)}</a>`,
    user.name !== "" && name(user.name),
    html`${(!user.isAdmin || user.suspendedBecause !== undefined) && stateBadge(texts, user.suspendedBecause)} ${user.isAdmin && tag("information", texts.admin.states.admin)}`,
    hasSecondFactor ? texts.admin.yes : texts.admin.no,
    number(frame, applications),
    lastSeenAt === undefined ? "" : relative(texts.dates, lastSeenAt, now),
    relative(texts.dates, user.createdAt, now),
  ];
}
