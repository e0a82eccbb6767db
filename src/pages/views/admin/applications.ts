import type { Application } from "../../../domain/application.ts";
import type { ApplicationSearch as Asked } from "../../../domain/operating.ts";
import { type Html, html } from "../html.ts";
import { name } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { signedInPage } from "../signed-in-page.ts";
import { relative } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { searchCard } from "./search.ts";
import { stateBadge } from "./suspension.ts";

export type Applications = {
  readonly viewer: Viewer;
  readonly asked: Asked;
  readonly applications: readonly Application[];
  readonly total: number;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
  readonly now: number;
};

export function applicationsPage(page: Applications): Html {
  const { viewer, asked, applications, total, previousHref, nextHref } = page;
  const texts = viewer.frame.texts.admin;
  const { title, label, hint, owner, waitingOnly } = texts.applications;
  const main = searchCard({
    viewer,
    asked,
    action: "/admin/applications",
    title,
    label,
    placeholder: hint,
    waitingOnly,
    columns: [texts.name, owner, texts.state, texts.made],
    rows: applications.map((one) => row(viewer, one, page.now)),
    total,
    empty: html`<p>${texts.applications.noneYet}</p>
<p class="actions"><a class="button" href="/portal/create">${texts.checklist.steps.application.title}</a></p>`,
    previousHref,
    nextHref,
  });
  return signedInPage(viewer, { area: "admin", here: "applications", title, main });
}

function row({ frame }: Viewer, application: Application, now: number) {
  const { id, ownerId, ownerScreenName, createdAt } = application;
  return [
    html`${applicationPicture(application)}<a class="action" href="/admin/applications/${id}">${name(application.name)}</a>`,
    html`<a class="action" href="/admin/users/${ownerId}">${name(`@${ownerScreenName}`)}</a>`,
    stateBadge(frame.texts, application.suspendedBecause),
    relative(frame.texts.dates, createdAt, now),
  ];
}
