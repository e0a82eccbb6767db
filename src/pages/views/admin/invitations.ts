import type { OneTimeLink } from "../../../domain/one-time-link.ts";
import type { SignUpWay } from "../../../domain/sign-up.ts";
import { confirmPassword, creationField, csrfField, field } from "../form.ts";
import { type Html, html } from "../html.ts";
import { nextPage } from "../list.ts";
import { alert, done, notice } from "../notice.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day, moment } from "../time.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

export type Invitations = {
  readonly viewer: Viewer;
  readonly creation: string;
  readonly signUp: SignUpWay;
  /** Without passwords, users sign in there and there are no invitations. */
  readonly instead?: string | undefined;
  readonly days: number;
  readonly invitations: readonly Pick<OneTimeLink, "digest" | "note" | "createdAt" | "expiresAt">[];
  readonly done?: "withdrawn" | "created-before" | undefined;
  readonly typed?: { readonly note: string; readonly wrong?: boolean };
  readonly reauthentication?: Reauthentication | undefined;
  readonly nextHref?: string | undefined;
};

export function invitationsPage(data: Invitations): Html {
  const { viewer, invitations, nextHref } = data;
  const texts = viewer.frame.texts.admin.invitations;
  const list =
    invitations.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<ul class="items">${invitations.map((one, at) => item(viewer, one, at))}</ul>`;
  const main = html`<article>
<h1>${texts.title}</h1>
${data.done && done(texts.done[data.done])}
${
  data.instead === undefined
    ? making(data)
    : html`${notice("information", texts.off.what, texts.off.advice)}
<p><code data-copy dir="ltr">${data.instead}</code></p>`
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
    ...(data.instead !== undefined && { script: "copy" }),
  });
}

function making(data: Invitations): Html {
  const { viewer, signUp, days } = data;
  const texts = viewer.frame.texts.admin.invitations;
  return html`${signUp === "closed" && notice("information", texts.closed, "")}
<p>${texts.hint(days)}${signUp === "open" && html` ${texts.open}`}</p>
${form(data)}`;
}

function form({ viewer, creation, typed, reauthentication }: Invitations): Html {
  const { invitations: texts, notDone } = viewer.frame.texts.admin;
  const problem = typed?.wrong && texts.noteProblem;
  return html`${problem && alert("problem", notDone, problem)}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}
<form method="post" action="/admin/invitations">
${csrfField(viewer.csrf)}
${creationField(creation)}
${field({ name: "note", label: texts.note, type: "text", autocomplete: "off", value: typed?.note ?? "", optional: true, anyScript: true, writing: "prose", hint: texts.noteHint, problem })}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="make">${texts.make}</button></div>
</form>`;
}

function item(viewer: Viewer, one: Invitations["invitations"][number], at: number): Html {
  const { dates, admin } = viewer.frame.texts;
  const texts = admin.invitations;
  const heading = `invitation-${at}`;
  return html`<li>
<h3 id="${heading}">${one.note === "" ? texts.noNote : name(one.note)}</h3>
<p class="quiet">${texts.since} ${day(dates, one.createdAt)}<br>
${texts.until} ${moment(dates, one.expiresAt)}</p>
<form method="post" action="/admin/invitations">
${csrfField(viewer.csrf)}
<input type="hidden" name="invitation" value="${one.digest}">
<div class="actions"><button type="submit" name="change" value="withdraw" class="secondary" aria-describedby="${heading}">${texts.withdraw}</button></div>
</form>
</li>`;
}

export function invitationPage(viewer: Viewer, link: string, days: number): Html {
  const texts = viewer.frame.texts.admin.invitations;
  const main = html`<article>
<h1>${texts.made}</h1>
<div class="secret">
<p>${texts.shownOnce}</p>
<code data-copy dir="ltr">${link}</code>
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
    script: "copy",
    once: true,
  });
}
