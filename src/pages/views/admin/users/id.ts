import type { Factors } from "../../../../domain/factors.ts";
import type { Identity } from "../../../../domain/identity.ts";
import type { User } from "../../../../domain/user.ts";
import type { UserDone } from "../../../languages/english/admin.ts";
import type { Texts } from "../../../languages/texts.ts";
import { banner, done, tag } from "../../banner.ts";
import { confirmPassword, creationField, csrfField } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { type Fact, fold, number, shortFacts } from "../../list.ts";
import { name, phrase, plainPhrase } from "../../phrase.ts";
import { picture } from "../../picture.ts";
import { copied } from "../../scripts.ts";
import { signedInPage } from "../../signed-in-page.ts";
import { day } from "../../time.ts";
import {
  type ChangeReauthentication,
  type Reauthentication,
  reauthenticationIn,
  type Viewer,
} from "../../viewer.ts";
import {
  reauthenticationAlert,
  type Suspension,
  stateBadge,
  suspensionFold,
} from "../suspension.ts";
import { canRecover, factorsFold, type Helping } from "../user-factors.ts";
import {
  type Deleting,
  deletionFold,
  emailFold,
  type GrantShown,
  grantsCard,
} from "../user-grants.ts";
import { identitiesFold, type Removing } from "../user-identities.ts";

export type UserReport = {
  readonly viewer: Viewer;
  readonly user: User;
  /** Each form for a link creates one, by this mark. */
  readonly creation: string;
  readonly isSelf: boolean;
  readonly sessions: { readonly count: number; readonly most: number };
  readonly applications: readonly { readonly id: string; readonly name: string }[];
  readonly moreApplications: boolean;
  readonly grants: readonly GrantShown[];
  readonly moreGrants: boolean;
  readonly resetMinutes: number;
  readonly factors: Factors;
  readonly identities: readonly Identity[];
  readonly hasPassword: boolean;
  readonly done?: UserDone | undefined;
  readonly input?: Suspension["input"];
  readonly suspendedSince?: Suspension["suspendedSince"];
  readonly helping?: Helping;
  readonly removing?: Removing;
  readonly reauthentication?: ChangeReauthentication;
  readonly deleting?: Deleting;
};

export function userPage(report: UserReport): Html {
  const { viewer, user, isSelf } = report;
  const { texts } = viewer.frame;
  const screenName = `@${user.screenName}`;
  const title = plainPhrase(texts.admin.user.title(screenName));
  const main = html`<article>
${report.done && done(texts.admin.user.done[report.done], createdBefore(report) ? "information" : "good")}
${isSelf ? banner("information", texts.admin.user.yourself.what, texts.admin.user.yourself.advice) : suspension(report)}
${profile(report)}
</article>
${grantsCard(viewer, user, { grants: report.grants, more: report.moreGrants })}
<article>
${emailFold(viewer, user, reauthenticationIn(report.reauthentication, "verify-email"))}
${accessFold(report)}
${factorsFold(viewer, user, {
  factors: report.factors,
  hasPassword: report.hasPassword,
  creation: report.creation,
  createdBefore: report.done === "recovery-link-created-before",
  isSelf,
  resetMinutes: report.resetMinutes,
  input: report.helping,
  reauthentication: reauthenticationIn(
    report.reauthentication,
    "remove-factor",
    "remove-factors",
    "create-recovery-link",
  ),
})}
${identitiesFold(viewer, user, {
  identities: report.identities,
  isSelf,
  input: report.removing,
  reauthentication: reauthenticationIn(report.reauthentication, "remove-identity"),
})}
${!isSelf && sensitiveFolds(report)}
</article>`;
  const head = {
    picture: picture(user.id),
    heading: name(screenName),
    aside: html`${stateBadge(texts, user.suspendedBecause)} ${user.isAdmin && tag("information", texts.admin.states.admin)}`,
    line: html`${user.name !== "" && html`${name(user.name)} · `}<code>${user.id}</code>`,
  };
  return signedInPage(viewer, { area: "admin", here: "users", title, head, main, crumbs: [] });
}

function createdBefore({ done }: UserReport): boolean {
  return done === "link-created-before" || done === "recovery-link-created-before";
}

function ownedApplications({ viewer, applications, moreApplications }: UserReport): Html {
  const texts = viewer.frame.texts.admin.user;
  return html`<ul class="plain">${applications.map(
    (one) =>
      html`<li><a class="action" href="/admin/applications/${one.id}">${name(one.name)}</a></li>`,
  )}</ul>${moreApplications && html`<p class="quiet">${texts.moreApplications}</p>`}`;
}

function profile(report: UserReport): Html {
  const { viewer, user, sessions, applications } = report;
  const { dates, admin } = viewer.frame.texts;
  const texts = admin.user;
  const { count, most } = sessions;
  const owned: Fact = [
    texts.applications,
    applications.length === 0 ? texts.noApplications : ownedApplications(report),
  ];
  const isLong = applications.length > 1;
  return html`${shortFacts(
    [
      [admin.name, user.name === "" ? admin.nothing : name(user.name)],
      [texts.email, user.email === "" ? admin.nothing : email(user, admin)],
      [admin.id, html`<code>${user.id}</code>`],
      [admin.made, day(dates, user.createdAt)],
      [texts.sessions, count >= most ? texts.atLeast(most) : number(viewer.frame, count)],
      ...(isLong ? [] : [owned]),
    ],
    isLong ? [owned] : [],
  )}
<p><a class="action" href="/admin/audit?involved=@${user.screenName}">${admin.whatHappened}</a>
<a class="action" href="/admin/audit?actor=@${user.screenName}&amp;name=changes">${admin.whatTheyChanged}</a></p>`;
}

function email(user: User, { user: texts, overview }: Texts["admin"]): Html {
  const { emailVerified, emailUnverified } = texts;
  const state = user.emailVerified
    ? tag("good", emailVerified)
    : html`${tag("soon", emailUnverified)} <a class="action" href="#email">${overview.attention.review}</a>`;
  return html`${name(user.email)} ${state}`;
}

function accessFold(report: UserReport): Html {
  const { viewer, user, creation, isSelf, hasPassword, resetMinutes } = report;
  const texts = viewer.frame.texts.admin.user;
  const failed = reauthenticationIn(report.reauthentication, "create-reset-link");
  const content = html`<p class="quiet">${texts.accessHint}${canRecover(viewer, user, isSelf) && html` <a href="#factors">${texts.recover}</a>`}</p>
<form method="post" action="/admin/users/${user.id}">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" name="change" value="end-sessions" class="secondary">${isSelf ? texts.endOtherSessions : texts.endSessions}</button></div>
</form>
${
  hasPassword &&
  html`<h3 id="new-password">${texts.link}</h3>
${
  user.suspendedBecause === undefined
    ? html`<p class="quiet">${texts.linkHint(resetMinutes)} ${texts.linkKeeps}</p>
${reauthenticationAlert(viewer, "link-reauthentication", failed)}
${linkForm(viewer, user, creation, failed)}`
    : html`<p class="quiet">${texts.noLink}</p>`
}`
}`;
  const isOpen = failed !== undefined || report.done === "link-created-before";
  return fold("access", texts.access, content, isOpen);
}

function linkForm(
  viewer: Viewer,
  user: User,
  creation: string,
  reauthentication: Reauthentication | undefined,
): Html {
  return html`<form method="post" action="/admin/users/${user.id}" novalidate>
${csrfField(viewer.csrf)}
${creationField(creation)}
${confirmPassword(viewer, reauthentication, "link-password")}
<div class="actions"><button type="submit" name="change" value="create-reset-link" class="secondary">${viewer.frame.texts.admin.user.makeLink}</button></div>
</form>`;
}

function suspension({ viewer, user, input, suspendedSince, reauthentication }: UserReport): Html {
  return suspensionFold(viewer, {
    of: "user",
    action: `/admin/users/${user.id}`,
    because: user.suspendedBecause,
    suspendedSince,
    ...(input && { input }),
    reauthentication: reauthenticationIn(reauthentication, "suspend", "restore"),
  });
}

/** Administrators cannot do these to themselves, so that there is always one. */
function sensitiveFolds(report: UserReport): Html {
  const { viewer, user, reauthentication } = report;
  const texts = viewer.frame.texts.admin.user.admin;
  const change = user.isAdmin ? "revoke-admin" : "grant-admin";
  const failed = reauthenticationIn(reauthentication, "grant-admin", "revoke-admin");
  const content = html`<p class="quiet">${texts.hint}</p>
${reauthenticationAlert(viewer, "administrator-reauthentication", failed)}
<form method="post" action="/admin/users/${user.id}" novalidate>
${csrfField(viewer.csrf)}
${confirmPassword(viewer, failed, "administrator-password")}
<div class="actions"><button type="submit" name="change" value="${change}" class="${user.isAdmin ? "danger" : "secondary"}">${user.isAdmin ? texts.unmake : texts.make}</button></div>
</form>`;
  return html`${fold("administrator", texts.title, content, failed !== undefined)}
${deletionFold(viewer, user, { ...report.deleting, owned: ownedApplications(report) }, reauthenticationIn(report.reauthentication, "delete"))}`;
}

export function resetLinkPage({
  viewer,
  user,
  link,
  minutes,
  recovers = false,
}: {
  readonly viewer: Viewer;
  readonly user: Pick<User, "id" | "screenName">;
  readonly link: string;
  readonly minutes: number;
  readonly recovers?: boolean;
}): Html {
  const all = viewer.frame.texts.admin.user;
  const texts = recovers ? all.factors : all;
  const main = html`<article>
<div class="secret">
<p>${phrase(all.linkShownOnce(`@${user.screenName}`))}</p>
<code${copied(viewer.frame.texts.shell.script.copies.link)} dir="ltr">${link}</code>
</div>
<p>${texts.linkHint(minutes)}</p>
<p><a class="action" href="/admin/users/${user.id}">${phrase(all.back(`@${user.screenName}`))}</a></p>
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "users",
    title: texts.link,
    main,
    crumbs: [[`/admin/users/${user.id}`, name(`@${user.screenName}`)]],
    once: true,
  });
}
