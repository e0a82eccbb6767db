import type { Factors } from "../../../domain/factors.ts";
import type { Identity } from "../../../domain/identity.ts";
import type { User } from "../../../domain/user.ts";
import type { PersonDone } from "../../../languages/english/admin.ts";
import type { Texts } from "../../../languages/texts.ts";
import { confirmPassword, creationField, csrfField, done } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { badge, facts, number } from "../../list.ts";
import { type Person, type Unproven, type UnprovenChange, unprovenIn } from "../../person.ts";
import { name, phrase, plainPhrase } from "../../phrase.ts";
import { picture } from "../../picture.ts";
import { signedInPage } from "../../signed-in-page.ts";
import { day } from "../../time.ts";
import { factorsCard, type Helping } from "../person-factors.ts";
import {
  type Deleting,
  deletionCard,
  emailCard,
  type GrantShown,
  grantsCard,
} from "../person-grants.ts";
import { identitiesCard, type Removing } from "../person-identities.ts";
import { type Suspension, stateBadge, suspensionCard, unprovenAlert } from "../suspension.ts";

export type PersonReport = {
  readonly person: Person;
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
  readonly done?: PersonDone | undefined;
  readonly typed?: Suspension["typed"];
  readonly suspendedSince?: Suspension["suspendedSince"];
  readonly helping?: Helping;
  readonly removing?: Removing;
  readonly unproven?: UnprovenChange;
  readonly deleting?: Deleting;
};

export function personPage(report: PersonReport): Html {
  const { person, user, isSelf } = report;
  const { texts } = person.frame;
  const screenName = `@${user.screenName}`;
  const title = plainPhrase(texts.admin.person.title(screenName));
  const main = html`<article>
<header class="application">
${picture(user.id)}
<h1>${name(screenName)} ${stateBadge(texts, user.suspendedBecause)} ${user.isOperator && badge("plain", texts.admin.states.operator)}</h1>
</header>
${report.done && done(texts.admin.person.done[report.done])}
${profile(report)}
</article>
${emailCard(person, user, unprovenIn(report.unproven, "confirm-email"))}
${grantsCard(person, user, { grants: report.grants, more: report.moreGrants })}
${accessCard(report)}
${factorsCard(person, user, {
  factors: report.factors,
  creation: report.creation,
  isSelf,
  resetMinutes: report.resetMinutes,
  typed: report.helping,
  unproven: unprovenIn(
    report.unproven,
    "remove-second-factor",
    "remove-second-factors",
    "make-recovery-link",
  ),
})}
${identitiesCard(person, user, {
  identities: report.identities,
  isSelf,
  typed: report.removing,
  unproven: unprovenIn(report.unproven, "remove-identity"),
})}
${isSelf ? html`<article><p>${texts.admin.person.yourself}</p></article>` : weightyCards(report)}`;
  return signedInPage(person, { area: "admin", here: "people", title, main });
}

function ownedApplications({ person, applications, moreApplications }: PersonReport): Html {
  const texts = person.frame.texts.admin.person;
  return html`<ul class="plain">${applications.map(
    (one) =>
      html`<li><a class="action" href="/admin/applications/${one.id}">${name(one.name)}</a></li>`,
  )}</ul>${moreApplications && html`<p class="quiet">${texts.moreApplications}</p>`}`;
}

function profile(report: PersonReport): Html {
  const { person, user, sessions, applications } = report;
  const { dates, admin } = person.frame.texts;
  const texts = admin.person;
  const { count, most } = sessions;
  return html`${facts([
    [admin.name, user.name === "" ? admin.nothing : name(user.name)],
    [texts.email, user.email === "" ? admin.nothing : email(user, texts)],
    [admin.id, html`<code>${user.id}</code>`],
    [admin.made, day(dates, user.createdAt)],
    [texts.sessions, count >= most ? texts.atLeast(most) : number(person.frame, count)],
    [
      texts.applications,
      applications.length === 0 ? texts.noApplications : ownedApplications(report),
    ],
  ])}
<p><a class="action" href="/admin/audit?person=@${user.screenName}">${admin.whatHappened}</a>
<a class="action" href="/admin/audit?actor=@${user.screenName}&amp;name=changes">${admin.whatTheyChanged}</a></p>`;
}

function email(user: User, texts: Texts["admin"]["person"]): Html {
  const { emailConfirmed, emailUnconfirmed } = texts;
  return html`${name(user.email)} ${badge("plain", user.emailProven ? emailConfirmed : emailUnconfirmed)}`;
}

function accessCard({
  person,
  user,
  creation,
  isSelf,
  hasPassword,
  resetMinutes,
  unproven,
}: PersonReport): Html {
  const texts = person.frame.texts.admin.person;
  const failed = unprovenIn(unproven, "make-link");
  return html`<article>
<h2 id="access">${texts.access}</h2>
<p>${texts.accessHint}</p>
<form method="post" action="/admin/people/${user.id}">
${csrfField(person.csrf)}
<div class="actions"><button type="submit" name="change" value="end-sessions" class="secondary">${isSelf ? texts.endOtherSessions : texts.endSessions}</button></div>
</form>
${
  hasPassword &&
  html`<h2 id="new-password">${texts.link.title}</h2>
<p class="quiet">${texts.linkHint(resetMinutes)}</p>
${unprovenAlert(person, "link-unproven", failed)}
${user.suspendedBecause === undefined ? linkForm(person, user, creation, failed) : html`<p>${texts.noLink}</p>`}`
}
</article>`;
}

function linkForm(
  person: Person,
  user: User,
  creation: string,
  unproven: Unproven | undefined,
): Html {
  return html`<form method="post" action="/admin/people/${user.id}">
${csrfField(person.csrf)}
${creationField(creation)}
${confirmPassword(person, unproven, "link-password")}
<div class="actions"><button type="submit" name="change" value="make-link" class="secondary">${person.frame.texts.admin.person.makeLink}</button></div>
</form>`;
}

/** Administrators cannot do these to themselves, so that there is always one. */
function weightyCards(report: PersonReport): Html {
  const { person, user, typed, unproven } = report;
  const texts = person.frame.texts.admin.person.operator;
  const change = user.isOperator ? "unmake-operator" : "make-operator";
  const failed = unprovenIn(unproven, "make-operator", "unmake-operator");
  return html`${suspensionCard(person, {
    of: "person",
    action: `/admin/people/${user.id}`,
    because: user.suspendedBecause,
    suspendedSince: report.suspendedSince,
    ...(typed && { typed }),
    unproven: unprovenIn(unproven, "suspend", "restore"),
  })}
<article>
<h2 id="operator">${texts.title}</h2>
<p class="quiet">${texts.hint}</p>
${unprovenAlert(person, "operator-unproven", failed)}
<form method="post" action="/admin/people/${user.id}">
${csrfField(person.csrf)}
${confirmPassword(person, failed, "operator-password")}
<div class="actions"><button type="submit" name="change" value="${change}" class="${user.isOperator ? "danger" : "secondary"}">${user.isOperator ? texts.unmake : texts.make}</button></div>
</form>
</article>
${deletionCard(person, user, { ...report.deleting, owned: ownedApplications(report) }, unprovenIn(report.unproven, "delete"))}`;
}

export function resetLinkPage({
  person,
  user,
  link,
  minutes,
  recovers = false,
}: {
  readonly person: Person;
  readonly user: Pick<User, "id" | "screenName">;
  readonly link: string;
  readonly minutes: number;
  readonly recovers?: boolean;
}): Html {
  const all = person.frame.texts.admin.person;
  const texts = recovers ? all.factors : all;
  const main = html`<article>
<h1>${texts.link.title}</h1>
<div class="secret">
<p>${phrase(texts.link.shownOnce(`@${user.screenName}`))}</p>
<code data-copy dir="ltr">${link}</code>
</div>
<p>${texts.linkHint(minutes)}</p>
<p><a class="action" href="/admin/people/${user.id}">${name(`@${user.screenName}`)}</a></p>
</article>`;
  return signedInPage(person, {
    area: "admin",
    here: "people",
    title: texts.link.title,
    main,
    script: "copy",
    once: true,
  });
}
