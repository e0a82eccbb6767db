import type { TokenDigest } from "../../../domain/credentials.ts";
import {
  emailStateOf,
  type InvitationTerms,
  invitationPages,
  invitationRoles,
  undoMs,
  usualTerms,
} from "../../../domain/invitation.ts";
import type { StoredLink } from "../../../domain/one-time-link.ts";
import type { SignUpWay } from "../../../domain/operating.ts";
import type { InvitationDone, InvitationUnchanged } from "../../languages/english/admin.ts";
import type { Texts } from "../../languages/texts.ts";
import { banner, done, nothingDone, tag } from "../banner.ts";
import {
  confirmPassword,
  creationField,
  csrfField,
  field,
  markedAlert,
  select,
  textArea,
} from "../form.ts";
import { type Html, html } from "../html.ts";
import { newCard, newLink, nextPage } from "../list.ts";
import { name, phrase, quoted } from "../phrase.ts";
import { copied } from "../scripts.ts";
import { signedInPage } from "../signed-in-page.ts";
import { relative } from "../time.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

export type Invitations = {
  readonly viewer: Viewer;
  readonly creation: string;
  readonly signUp: SignUpWay;
  /** Without passwords, users sign in there and there are no invitations. */
  readonly instead?: string | undefined;
  readonly days: number;
  readonly invitations: readonly InvitationShown[];
  readonly sendsMail: boolean;
  readonly done?: InvitationDone | undefined;
  /** What was withdrawn, if it can still be restored. */
  readonly undo?: TokenDigest | undefined;
  readonly input?: InvitationInput & {
    readonly problem?: InvitationProblem;
    /** What is no email address. */
    readonly wrong?: readonly string[];
  };
  /** What came of each address of the form. */
  readonly invited?: readonly { readonly email: string; readonly outcome: InvitedOutcome }[];
  /** The proof was missing for sending this one again, otherwise for a new one. */
  readonly again?: TokenDigest | undefined;
  readonly reauthentication?: Reauthentication | undefined;
  readonly nextHref?: string | undefined;
  readonly now: number;
};

export interface InvitationInput extends InvitationTerms {
  readonly note: string;
  /** Addresses in lines, or separated by commas. */
  readonly emails: string;
}

type InvitedOutcome = keyof Texts["admin"]["invitations"]["outcomes"];

/** The note of an emailed one has the address. */
type InvitationShown = Pick<
  StoredLink,
  "digest" | "note" | "mailedTo" | "emailOutcome" | "inviter" | "createdAt" | "expiresAt"
> & { readonly terms: InvitationTerms };

export type InvitationProblem = keyof Texts["admin"]["invitations"]["problems"];

export function invitationsPage(data: Invitations): Html {
  const { viewer, invitations, nextHref } = data;
  const texts = viewer.frame.texts.admin.invitations;
  const list =
    invitations.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<ul class="items">${invitations.map((one, at) => item(data, one, at))}</ul>`;
  const isOpen = data.input !== undefined || (data.reauthentication && data.again === undefined);
  const main = html`${whatHappened(data)}
${data.invited && outcomes(viewer, data.invited)}
${
  data.instead === undefined
    ? newCard(texts.make, making(data), isOpen === true)
    : html`<article>
${banner("information", texts.off.what, texts.off.advice)}
<p><code${copied(viewer.frame.texts.shell.script.copies.command)} dir="ltr">${data.instead}</code></p>
</article>`
}
<article>
<h2>${texts.living}</h2>
${list}
${nextPage(viewer, nextHref)}
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "invitations",
    title: texts.title,
    head: { end: data.instead === undefined && newLink(texts.make) },
    main,
  });
}

function whatHappened({ viewer, done: what, undo }: Invitations): Html | undefined {
  const { done: texts, unchanged } = viewer.frame.texts.admin.invitations;
  if (what === undefined) return undefined;
  return isUnchanged(what, unchanged)
    ? nothingDone(unchanged[what].what, unchanged[what].advice)
    : done(texts[what], "good", undo && undoForm(viewer, undo));
}

/** The server decides whether it is in time. */
function undoForm(viewer: Viewer, digest: TokenDigest): Html {
  const { undo } = viewer.frame.texts.admin.invitations;
  return html`<form method="post" action="/admin/invitations">
${csrfField(viewer.csrf)}
<input type="hidden" name="invitation" value="${digest}">
<button type="submit" name="change" value="restore" class="secondary">${undo(undoMs / 1000)}</button>
</form>`;
}

function outcomes({ frame }: Viewer, invited: NonNullable<Invitations["invited"]>): Html {
  const texts = frame.texts.admin.invitations;
  const [one, ...others] = invited;
  if (one?.outcome === "created" && others.length === 0) return done(texts.sentTo(one.email));
  const sent = invited.filter(({ outcome }) => outcome === "created").length;
  const banners = sent === 0 ? nothingDone(texts.noneSent, "") : done(texts.someSent(sent));
  return html`${banners}
<article>
<ul>${invited.map(({ email, outcome }) => html`<li><span>${name(email)}: ${texts.outcomes[outcome]}</span></li>`)}</ul>
</article>`;
}

function isUnchanged(
  what: InvitationDone,
  unchanged: Texts["admin"]["invitations"]["unchanged"],
): what is InvitationUnchanged {
  return Object.hasOwn(unchanged, what);
}

function making(data: Invitations): Html {
  const { viewer, signUp, days } = data;
  const texts = viewer.frame.texts.admin.invitations;
  const toSettings = html`<a class="action" href="/admin/settings">${viewer.frame.texts.admin.settings.title}</a>`;
  return html`${signUp === "closed" && banner("information", texts.closed, "", toSettings)}
<p>${texts.hint(days)}${signUp === "open" && html` ${texts.open}`}</p>
${form(data)}`;
}

function form({
  viewer,
  creation,
  signUp,
  sendsMail,
  input,
  again,
  reauthentication: missing,
}: Invitations): Html {
  const { invitations: texts, notDone } = viewer.frame.texts.admin;
  const { problem, wrong = [] } = input ?? {};
  const said = problem && texts.problems[problem];
  const about = (of: InvitationProblem) => problem === of && said;
  const ofEmail =
    wrong.length > 0 && said
      ? html`${said} ${wrong.slice(0, 50).map((one) => html`<br>${name(one.slice(0, 100))}`)}`
      : problem !== "note" && problem !== "message" && said;
  const { role, page } = input ?? usualTerms;
  const reauthentication = again === undefined ? missing : undefined;
  return html`${said && markedAlert(viewer.frame, "problem", notDone)}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}
<form method="post" action="/admin/invitations" novalidate>
${csrfField(viewer.csrf)}
${creationField(creation)}
${sendsMail && textArea({ name: "emails", label: texts.emails, value: input?.emails ?? "", rows: 2, optional: true, hint: texts.emailsHint, problem: ofEmail })}
${textArea({ name: "message", label: texts.message, value: input?.message ?? "", rows: 3, optional: true, anyScript: true, hint: texts.messageHint, problem: about("message") })}
${select({ name: "role", label: texts.role, chosen: role, options: invitationRoles.map((value) => ({ value, label: texts.roles[value] })) })}
${select({ name: "page", label: texts.page, chosen: page, options: invitationPages.map((value) => ({ value, label: texts.pages[value] })) })}
${field({ name: "note", label: texts.note, type: "text", autocomplete: "off", value: input?.note ?? "", optional: true, anyScript: true, writing: "prose", hint: texts.noteHint, problem: about("note") })}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="create"${signUp === "closed" && html` class="secondary"`}>${texts.make}</button></div>
</form>`;
}

function item(data: Invitations, one: InvitationShown, at: number): Html {
  const { viewer, sendsMail, again, now } = data;
  const { dates, admin } = viewer.frame.texts;
  const texts = admin.invitations;
  const heading = `invitation-${at}`;
  const { digest: id } = one;
  const { role, page, message } = one.terms;
  const facts = [texts.roles[role], ...(page === "home" ? [] : [texts.pages[page]])];
  const emailState = emailStateOf(one, now);
  const reauthentication = again === id ? data.reauthentication : undefined;
  return html`<li>
<h3 id="${heading}">${one.note === "" ? texts.noNote : name(one.note)}</h3>
<p class="quiet">${texts.since} ${relative(dates, one.createdAt, now)} · ${texts.until} ${relative(dates, one.expiresAt, now)}</p>
<p class="quiet">${one.inviter === undefined ? texts.byProgram : phrase(texts.by(`@${one.inviter}`))} · ${facts.join(" · ")}</p>
${emailState === "failed" && html`<p>${tag("now", texts.notSent)} ${texts.notSentAdvice}</p>`}
${message !== "" && html`<blockquote>${quoted(message)}</blockquote>`}
${reauthenticationAlert(viewer, `${heading}-reauthentication`, reauthentication)}
<form method="post" action="/admin/invitations" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="invitation" value="${id}">
${reauthentication && confirmPassword(viewer, reauthentication, `${heading}-password`)}
<div class="actions"><button type="submit" name="change" value="resend" class="secondary" aria-describedby="${heading}">${sendsMail && one.mailedTo !== undefined ? texts.sendAgain : texts.newLink}</button>
<button type="submit" name="change" value="withdraw" class="secondary" aria-describedby="${heading}">${texts.withdraw}</button></div>
</form>
</li>`;
}

export function invitationPage(viewer: Viewer, link: string, days: number): Html {
  const texts = viewer.frame.texts.admin.invitations;
  const main = html`<article>
<div class="secret">
<p>${texts.shownOnce}</p>
<code${copied(viewer.frame.texts.shell.script.copies.link)} dir="ltr">${link}</code>
</div>
<p>${texts.hint(days)}</p>
<p><a class="action" href="/admin/invitations">${texts.back}</a></p>
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "invitations",
    title: texts.made,
    main,
    crumbs: [],
    once: true,
  });
}
