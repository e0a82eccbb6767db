import { applicationFilters, tokenFilters } from "../../../../domain/fields/list-filters.ts";
import { alert, done } from "../../banner.ts";
import { confirmPassword, csrfField } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { type Fact, facts } from "../../list.ts";
import { name } from "../../phrase.ts";
import { liveLink } from "../../portal/applications/id/requests.ts";
import { signedInPage } from "../../signed-in-page.ts";
import { moment } from "../../time.ts";
import type { Reauthentication, Viewer } from "../../viewer.ts";
import {
  bulkActor,
  bulkStateTag,
  type NamedBulkAction,
  progressText,
  subjectFacts,
  type TypedBulkAction,
} from "../bulk-actions.ts";
import { filterFacts } from "../search.ts";
import { reauthenticationAlert } from "../suspension.ts";

type Texts = Viewer["frame"]["texts"]["admin"]["bulk"];

export type BulkActionPage = Pick<TypedBulkAction, "application" | "user"> & {
  readonly viewer: Viewer;
  readonly action: NamedBulkAction;
  readonly done?: keyof Texts["done"] | undefined;
  readonly problem?: keyof Texts["problems"] | undefined;
  readonly reauthentication?: Reauthentication;
};

export function bulkActionPage(page: BulkActionPage): Html {
  const { viewer, action, problem, reauthentication } = page;
  const { admin, portal } = viewer.frame.texts;
  const { bulk: texts, notDone } = admin;
  const title = texts.kinds[action.work.kind];
  const isRunning = action.state === "running";
  const href = `/admin/bulk-actions/${action.id}`;
  const main = html`<article>
${page.done && done(texts.done[page.done])}
${problem && alert("problem", notDone, texts.problems[problem])}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}
<div data-part="progress">${progress(page)}</div>
${isRunning && html`<p>${liveLink(portal.requests, href)}</p>`}
<div data-part="stop">${
    isRunning &&
    html`<form method="post" action="${href}">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" class="secondary" name="change" value="stop">${texts.stop}</button></div>
</form>`
  }</div>
<h2>${texts.filters}</h2>
${facts([...subjectFacts(viewer, page), ...filtersOf(viewer, action)])}
${action.state === "announced" && beginForm(page, href)}
</article>`;
  return signedInPage(viewer, { area: "admin", here: "bulkActions", title, main, crumbs: [] });
}

function progress({ viewer, action }: BulkActionPage): Html {
  const { texts } = viewer.frame;
  const { bulk, state, suspension } = texts.admin;
  const { work, items, begunAt, endedAt, done } = action;
  const when = (label: string, at: number | undefined): readonly Fact[] =>
    at === undefined ? [] : [[label, moment(texts.dates, at)]];
  const { columns } = bulk;
  const most = action.state === "done" ? Math.max(done, 1) : Math.max(done, items, 1);
  const share = action.state === "done" ? most : done;
  return html`${
    action.state !== "announced" &&
    html`<p>${progressText(viewer, action)}
<progress max="${most}" value="${share}" aria-label="${columns.progress}"></progress></p>`
  }
${facts([
  [state, bulkStateTag(viewer, action)],
  ...(work.kind === "suspend-applications"
    ? [[suspension.reason, name(work.because)] as const]
    : []),
  [columns.by, bulkActor(viewer, action)],
  ...when(columns.announced, action.announcedAt),
  ...when(bulk.begunAt, begunAt),
  ...when(bulk.endedAt, endedAt),
])}`;
}

function filtersOf(viewer: Viewer, { work }: NamedBulkAction): readonly Fact[] {
  return work.kind === "revoke-access-tokens"
    ? filterFacts(viewer, tokenFilters, work.filters)
    : filterFacts(viewer, applicationFilters, work.filters);
}

function beginForm({ viewer, action, reauthentication }: BulkActionPage, href: string): Html {
  const { bulk: texts, sunsets } = viewer.frame.texts.admin;
  if (action.items === 0) return html`<p><strong>${texts.nothing}</strong></p>`;
  return html`<p><strong>${countsOf(texts, action)}</strong></p>
${action.work.kind === "revoke-access-tokens" && html`<p><a class="action" href="${href}/tokens.csv" download>${sunsets.csv}</a></p>`}
<p class="quiet">${texts.limits}</p>
<form method="post" action="${href}" novalidate>
${csrfField(viewer.csrf)}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="begin">${texts.begin}</button></div>
</form>`;
}

function countsOf(texts: Texts, { work, items, users }: NamedBulkAction): string {
  if (work.kind === "suspend-applications") return texts.suspends(items);
  if (work.kind === "restore-applications") return texts.restores(items);
  return texts.tokens(items, users ?? 0);
}
