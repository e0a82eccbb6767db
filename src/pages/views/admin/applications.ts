import type { ListedApplication } from "../../../domain/application.ts";
import type { BulkKind } from "../../../domain/bulk-action.ts";
import { dayMs } from "../../../domain/day.ts";
import { applicationFilters } from "../../../domain/fields/list-filters.ts";
import type { UsageCount } from "../../../domain/usage.ts";
import { totalsOf, usagePeriods } from "../../../domain/usage-periods.ts";
import { type Html, html } from "../html.ts";
import { number } from "../list.ts";
import { name } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { signedInPage } from "../signed-in-page.ts";
import { dayInUtc, relative } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { approvalBadge } from "./approval.ts";
import { type ListSearch, searchPage } from "./search.ts";
import { stateBadge } from "./suspension.ts";

export type Applications = {
  readonly viewer: Viewer;
  readonly asked: ListSearch;
  readonly applications: readonly (ListedApplication & {
    /** Those of the last day by hour. */
    readonly uses: readonly UsageCount[];
  })[];
  readonly total: number;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
  readonly now: number;
};

export function applicationsPage(page: Applications): Html {
  const { viewer, asked, applications, total, previousHref, nextHref } = page;
  const texts = viewer.frame.texts.admin;
  const { title, label, hint, owner } = texts.applications;
  const { keyUse } = texts.application;
  const { main, ...head } = searchPage({
    viewer,
    asked,
    action: "/admin/applications",
    title,
    label,
    placeholder: hint,
    filters: applicationFilters,
    columns: [
      { text: texts.name, orders: ["name", "name-down"] },
      owner,
      { text: texts.state, place: "state" },
      { text: keyUse.requests, isNumber: true, place: "extra" },
      { text: keyUse.rejected, isNumber: true, place: "extra" },
      { text: texts.applications.lastUsed, orders: ["recently-used", "longest-unused"] },
      { text: texts.made, orders: ["newest", "oldest"] },
    ],
    rows: applications.map((one) => row(viewer, one, page.now)),
    total,
    forAll: forAll(viewer, asked),
    empty: html`<p>${texts.applications.noneYet}</p>
<p class="actions"><a class="button" href="/portal/create">${texts.checklist.steps.application.title}</a></p>`,
    previousHref,
    nextHref,
  });
  return signedInPage(viewer, { area: "admin", here: "applications", title, head, main });
}

/** A bulk action takes filters, but no text, and never all applications. */
function forAll({ frame }: Viewer, { text, input = {} }: ListSearch): Html | undefined {
  if (text !== "" || Object.keys(input).length === 0) return undefined;
  const texts = frame.texts.admin.bulk;
  const href = (kind: BulkKind) => `/admin/bulk-actions?${new URLSearchParams({ kind, ...input })}`;
  const isSuspended = input["state"] === "suspended";
  return isSuspended
    ? html`<p><a class="action" href="${href("restore-applications")}">${texts.restoreListed}</a></p>`
    : html`<p><a class="action" href="${href("suspend-applications")}">${texts.suspendListed}</a></p>`;
}

function row({ frame }: Viewer, application: Applications["applications"][number], now: number) {
  const { id, ownerId, ownerScreenName, createdAt, lastUsedDay: day, uses } = application;
  const { requests, rejected } = totalsOf(usagePeriods.day, uses, now);
  return [
    html`${applicationPicture(application)}<a class="action whole" href="/admin/applications/${id}">${name(application.name)}</a>`,
    html`<a class="action" href="/admin/users/${ownerId}">${name(`@${ownerScreenName}`)}</a>`,
    html`${stateBadge(frame.texts, application.suspendedBecause)} ${approvalBadge(frame, application)}`,
    number(frame, requests.count),
    rejected.count === 0 ? "" : number(frame, rejected.count),
    day === undefined ? "" : dayInUtc(frame.texts.dates, day * dayMs),
    relative(frame.texts.dates, createdAt, now),
  ];
}
