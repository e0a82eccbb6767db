import type { TokenDigest } from "../../../domain/credentials.ts";
import type { OneTimeLink } from "../../../domain/one-time-link.ts";
import type { SignUpWay } from "../../../domain/operating.ts";
import type { InvitationDone, InvitationUnchanged } from "../../languages/english/admin.ts";
import type { Texts } from "../../languages/texts.ts";
import { banner, done, nothingDone } from "../banner.ts";
import { confirmPassword, creationField, csrfField, field, markedAlert } from "../form.ts";
import { type Html, html } from "../html.ts";
import { nextPage } from "../list.ts";
import { name } from "../phrase.ts";
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
  readonly input?: {
    readonly note: string;
    readonly email: string;
    readonly problem?: InvitationProblem;
  };
  /** The proof was missing for sending this one again, otherwise for a new one. */
  readonly again?: TokenDigest | undefined;
  readonly reauthentication?: Reauthentication | undefined;
  readonly nextHref?: string | undefined;
  readonly now: number;
};

type InvitationShown = Pick<OneTimeLink, "digest" | "note" | "createdAt" | "expiresAt"> & {
  /** The note has the address. */
  readonly isMailed: boolean;
};

export type InvitationProblem = keyof Texts["admin"]["invitations"]["problems"];

export function invitationsPage(data: Invitations): Html {
  const { viewer, invitations, nextHref } = data;
  const texts = viewer.frame.texts.admin.invitations;
  const list =
    invitations.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<ul class="items">${invitations.map((one, at) => item(data, one, at))}</ul>`;
  const main = html`<article>
<h1>${texts.title}</h1>
${whatHappened(data)}
${
  data.instead === undefined
    ? making(data)
    : html`${banner("information", texts.off.what, texts.off.advice)}
<p><code${copied} dir="ltr">${data.instead}</code></p>`
}
</article>
<article>
<h2>${texts.living}</h2>
${list}
${nextPage(viewer, nextHref)}
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "invitations",
    title: texts.title,
    main,
  });
}

function whatHappened({ viewer, done: what }: Invitations): Html | undefined {
  const { done: texts, unchanged } = viewer.frame.texts.admin.invitations;
  if (what === undefined) return undefined;
  return isUnchanged(what, unchanged)
    ? nothingDone(unchanged[what].what, unchanged[what].advice)
    : done(texts[what]);
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
  const said = input?.problem && texts.problems[input.problem];
  const isOfNote = input?.problem === "note";
  const reauthentication = again === undefined ? missing : undefined;
  return html`${said && markedAlert(viewer.frame, "problem", notDone)}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}
<form method="post" action="/admin/invitations" novalidate>
${csrfField(viewer.csrf)}
${creationField(creation)}
${sendsMail && field({ name: "email", label: texts.email, type: "email", autocomplete: "off", value: input?.email ?? "", optional: true, hint: texts.emailHint, problem: !isOfNote && said })}
${field({ name: "note", label: texts.note, type: "text", autocomplete: "off", value: input?.note ?? "", optional: true, anyScript: true, writing: "prose", hint: texts.noteHint, problem: isOfNote && said })}
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
  const reauthentication = again === id ? data.reauthentication : undefined;
  return html`<li>
<h3 id="${heading}">${one.note === "" ? texts.noNote : name(one.note)}</h3>
<p class="quiet">${texts.since} ${relative(dates, one.createdAt, now)} · ${texts.until} ${relative(dates, one.expiresAt, now)}</p>
${reauthenticationAlert(viewer, `${heading}-reauthentication`, reauthentication)}
<form method="post" action="/admin/invitations" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="invitation" value="${id}">
${reauthentication && confirmPassword(viewer, reauthentication, `${heading}-password`)}
<div class="actions"><button type="submit" name="change" value="resend" class="secondary" aria-describedby="${heading}">${sendsMail && one.isMailed ? texts.sendAgain : texts.newLink}</button>
<button type="submit" name="change" value="withdraw" class="secondary" aria-describedby="${heading}">${texts.withdraw}</button></div>
</form>
</li>`;
}

export function invitationPage(viewer: Viewer, link: string, days: number): Html {
  const texts = viewer.frame.texts.admin.invitations;
  const main = html`<article>
<h1>${texts.made}</h1>
<div class="secret">
<p>${texts.shownOnce}</p>
<code${copied} dir="ltr">${link}</code>
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
