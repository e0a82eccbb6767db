import { userFilters } from "../../../domain/fields/list-filters.ts";
import type { User } from "../../../domain/user.ts";
import { tag } from "../banner.ts";
import { type Html, html } from "../html.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { relative } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { type ListSearch, searchCard } from "./search.ts";
import { stateBadge } from "./suspension.ts";

export type Users = {
  readonly viewer: Viewer;
  readonly asked: ListSearch;
  readonly users: readonly User[];
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
  const main = searchCard({
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
      texts.state,
      { text: texts.made, orders: ["newest", "oldest"] },
    ],
    rows: users.map((one) => row(viewer, one, page.now)),
    total,
    previousHref,
    nextHref,
  });
  return signedInPage(viewer, { area: "admin", here: "users", title, main });
}

function row({ frame }: Viewer, user: User, now: number) {
  const { texts } = frame;
  return [
    html`<a class="action" href="/admin/users/${user.id}">${name(`@${user.screenName}`)}</a>`,
    user.name !== "" && name(user.name),
    html`${stateBadge(texts, user.suspendedBecause)} ${user.isAdmin && tag("information", texts.admin.states.admin)}`,
    relative(texts.dates, user.createdAt, now),
  ];
}
