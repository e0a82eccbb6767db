import type { ApprovalStatus } from "../../domain/fields/approval.ts";
import type { ApplicationOrder, OwnApplication } from "../../domain/own-applications.ts";
import { banner, done } from "./banner.ts";
import { actionLink } from "./explanation.ts";
import { type Html, html } from "./html.ts";
import { pageLinks } from "./list.ts";
import { ownSearchForm } from "./own-search.ts";
import { linked, name } from "./phrase.ts";
import { applicationPicture } from "./picture.ts";
import { stateBadge } from "./portal/application-page.ts";
import { dotted, type Row, rowList } from "./row.ts";
import { signedInPage } from "./signed-in-page.ts";
import { day, dayInUtc } from "./time.ts";
import type { Viewer } from "./viewer.ts";

export type Applications = {
  readonly viewer: Viewer;
  readonly applications: readonly ListedApplication[];
  readonly total: number;
  readonly text: string;
  readonly order: ApplicationOrder;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
  readonly invited?: boolean;
  readonly deleted?: boolean;
};

type ListedApplication = Pick<
  OwnApplication,
  | "id"
  | "icon"
  | "name"
  | "access"
  | "createdAt"
  | "suspendedBecause"
  | "role"
  | keyof ApprovalStatus
> & {
  /** The requests are those of the last day. */
  readonly requests: number;
  /** When what it uses, or all of it, ends. */
  readonly endsAt?: number | undefined;
};

/** The user owns these applications or works on them. */
export function myApplicationsPage(list: Applications): Html {
  const { viewer, total, text, deleted, invited } = list;
  const { applications: texts, invitations } = viewer.frame.texts.portal;
  const create = actionLink("/portal/create", texts.create);
  const none = total === 0 && text === "";
  const { waiting } = invitations;
  const main = html`<article>
${deleted && done(texts.deleted)}
${invited && banner("information", waiting.what, html`${waiting.advice} <a href="/portal/invitations">${invitations.title}</a>`)}
${none ? html`<p>${texts.none}</p><p class="quiet">${texts.noneAdvice}</p>` : results(list)}
${none && create}
</article>`;
  return signedInPage(viewer, {
    area: "portal",
    here: "applications",
    title: texts.title,
    head: { end: !none && create },
    main,
  });
}

function results(list: Applications): Html {
  const { viewer, applications, total } = list;
  const texts = viewer.frame.texts.portal.applications;
  const { previousHref, nextHref } = list;
  return html`${ownSearchForm(viewer, "/portal", list)}
${
  total === 0
    ? html`<p><strong>${texts.nothingFound}</strong> ${linked(texts.nothingFoundAdvice, "/portal")}</p>`
    : html`<p class="quiet">${texts.total(total)}</p>
${rowList(applications.map((one) => applicationRow(viewer, one)))}`
}
${pageLinks(viewer, { previousHref, nextHref })}`;
}

function applicationRow(viewer: Viewer, application: ListedApplication): Row {
  const { dates, portal } = viewer.frame.texts;
  const { applications: texts, collaborators } = portal;
  const { id, access, createdAt, requests, role, suspendedBecause, endsAt } = application;
  return {
    picture: applicationPicture(application),
    title: html`<a href="/portal/applications/${id}">${name(application.name)}</a>`,
    level: 2,
    aside: html` ${stateBadge(texts, application)}`,
    lines: [
      dotted(
        role !== "owner" && collaborators.roles[role],
        texts.access[access],
        html`${texts.madeOn} ${day(dates, createdAt)}`,
      ),
      endsAt !== undefined && html`${texts.usesEnd} ${dayInUtc(dates, endsAt)}`,
      suspendedBecause && html`${texts.suspendedBecause} ${name(suspendedBecause)}`,
    ],
    actions: html`<span class="quiet">${texts.requests(requests)}</span>`,
  };
}
