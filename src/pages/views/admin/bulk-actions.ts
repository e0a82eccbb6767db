import type { BulkAction, BulkKind } from "../../../domain/bulk-action.ts";
import { applicationFilters, tokenFilters } from "../../../domain/fields/list-filters.ts";
import type { ReasonProblem } from "../../../domain/operating.ts";
import { alert, type Meaning, tag } from "../banner.ts";
import { csrfField, field, markedAlert } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Fact, facts, nextPage, table } from "../list.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { actor } from "./event-table.ts";
import { filterFields, type ListSearch } from "./search.ts";

export type BulkActionsPage = {
  readonly viewer: Viewer;
  readonly actions: readonly NamedBulkAction[];
  readonly nextHref?: string | undefined;
  /** One is to be announced. */
  readonly input?: TypedBulkAction;
};

export type NamedBulkAction = BulkAction & {
  /** Undefined if a user began it who is gone, or if no user did. */
  readonly createdByScreenName: string | undefined;
};

/** As it was typed. */
export type TypedBulkAction = {
  readonly kind: BulkKind;
  /** Whose tokens they are. */
  readonly application?: { readonly id: string; readonly name: string } | undefined;
  readonly user?: { readonly id: string; readonly screenName: string } | undefined;
  readonly asked: ListSearch;
  readonly reason: string;
  readonly reasonProblem?: ReasonProblem | undefined;
  readonly problem?: "no-filter" | "too-many" | undefined;
};

export function bulkActionsPage(page: BulkActionsPage): Html {
  const { viewer, input, nextHref } = page;
  const texts = viewer.frame.texts.admin.bulk;
  const main = html`${input && announcement(viewer, input)}
<article>
${input && html`<h2>${texts.title}</h2>`}
<p>${texts.hint}</p>
${listed(page)}
${nextPage(viewer, nextHref)}
</article>`;
  const title = input === undefined ? texts.title : texts.kinds[input.kind];
  return signedInPage(viewer, { area: "admin", here: "bulkActions", title, main });
}

function announcement(viewer: Viewer, input: TypedBulkAction): Html {
  const { bulk: texts, suspension, notDone } = viewer.frame.texts.admin;
  const { kind, application, user, asked, reason, reasonProblem, problem } = input;
  const isMarked = reasonProblem !== undefined || Object.keys(asked.problems ?? {}).length > 0;
  const ofTokens = kind === "revoke-access-tokens";
  return html`<article>
${isMarked && markedAlert(viewer.frame, "problem", notDone)}
${problem && alert("problem", notDone, texts.problems[problem])}
${ofTokens && facts(subjectFacts(viewer, input))}
<p>${texts.narrow}</p>
<form method="post" action="/admin/bulk-actions" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="kind" value="${kind}">
${application && html`<input type="hidden" name="application" value="${application.id}">`}
${user && html`<input type="hidden" name="user" value="${user.id}">`}
${filterFields({ viewer, asked, filters: ofTokens ? tokenFilters : applicationFilters })}
${
  kind === "suspend-applications" &&
  field({
    ...{ name: "reason", label: suspension.reason, type: "text", autocomplete: "off" },
    ...{ value: reason, anyScript: true, writing: "prose" },
    hint: suspension.reasonHint.application,
    problem: reasonProblem && suspension.problems[reasonProblem],
  })
}
<div class="actions"><button type="submit" name="change" value="announce">${texts.count}</button></div>
</form>
</article>`;
}

/** Whose tokens they are. */
export function subjectFacts(
  viewer: Viewer,
  { application, user }: Pick<TypedBulkAction, "application" | "user">,
): readonly Fact[] {
  const { audit } = viewer.frame.texts;
  const linked = (href: string, text: string) =>
    html`<a class="action" href="${href}">${name(text)}</a>`;
  const ofApplication =
    application && linked(`/admin/applications/${application.id}`, application.name);
  const ofUser = user && linked(`/admin/users/${user.id}`, `@${user.screenName}`);
  return [
    ...(ofApplication ? [[audit.application, ofApplication] as const] : []),
    ...(ofUser ? [[audit.user, ofUser] as const] : []),
  ];
}

function listed({ viewer, actions }: BulkActionsPage): Html {
  const { admin, dates } = viewer.frame.texts;
  const { what, progress, by, announced } = admin.bulk.columns;
  if (actions.length === 0) return html`<p>${admin.bulk.none}</p>`;
  return table(
    admin.bulk.title,
    [what, admin.state, progress, by, announced],
    actions.map((one) => [
      html`<a class="action" href="/admin/bulk-actions/${one.id}">${admin.bulk.kinds[one.work.kind]}</a>`,
      bulkStateTag(viewer, one),
      progressText(viewer, one),
      bulkActor(viewer, one),
      moment(dates, one.announcedAt),
    ]),
  );
}

const meanings = {
  announced: "information",
  running: "soon",
  done: "good",
  stopped: "now",
} as const satisfies Readonly<Record<BulkAction["state"], Meaning>>;

export function bulkStateTag({ frame }: Viewer, { state }: BulkAction): Html {
  return tag(meanings[state], frame.texts.admin.bulk.states[state]);
}

/** Both numbers, because what fits may change between the announcement and the end. */
export function progressText({ frame }: Viewer, { state, done, items }: BulkAction): string {
  const { bulk } = frame.texts.admin;
  const isAsCounted = state === "done" ? done === items : done <= items;
  return isAsCounted ? bulk.progress(done, items) : bulk.otherwise(done, items);
}

export function bulkActor(
  { frame }: Viewer,
  { createdBy, createdByScreenName }: NamedBulkAction,
): Html {
  const none = { applicationName: undefined, applicationDeleted: false };
  const event = { actor: createdBy, actorScreenName: createdByScreenName, ...none };
  return actor(event, frame.texts.audit);
}
