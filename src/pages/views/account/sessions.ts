import type { AuthEvent } from "../../../domain/auth-events.ts";
import type { SessionsDone } from "../../languages/english/account.ts";
import { done, tag } from "../banner.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { networkAddress, nextPage } from "../list.ts";
import { linked, phrase } from "../phrase.ts";
import { dotted, type Row, rowFold, rowList } from "../row.ts";
import { sectionIcon } from "../section-icon.ts";
import { signedInPage } from "../signed-in-page.ts";
import { moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { deviceName } from "./device.ts";

export type Sessions = {
  readonly viewer: Viewer;
  readonly sessions: readonly SessionRow[];
  readonly nextHref?: string | undefined;
  readonly done?: SessionsDone | undefined;
};

export type SessionRow = {
  readonly digest: string;
  readonly userAgent: string;
  readonly address: string;
  readonly lastSeenAt: number;
  readonly authEvents: readonly AuthEvent[];
  readonly isThis: boolean;
};

export function sessionsPage({ viewer, sessions, nextHref, done: wasDone }: Sessions): Html {
  const { titles, password, sessions: texts } = viewer.frame.texts.account;
  const areOthers = nextHref !== undefined || sessions.some((one) => !one.isThis);
  const main = html`<article>
${wasDone === "ended" && done(texts.done.ended, "good", html`<a class="button secondary" href="/account/password">${password.change}</a>`)}
${wasDone === "ended-others" && done(texts.done[wasDone])}
${areOthers && wasDone !== "ended" && html`<p class="quiet">${linked(texts.whatTheyAre, "/account/password")}</p>`}
${areOthers && endOthersForm(viewer)}
${rowList(sessions.map((one, at) => listed(viewer, one, at)))}
${nextPage(viewer, nextHref)}
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "sessions",
    title: titles.sessions,
    head: { heading: html`<span id="sessions">${titles.sessions}</span>` },
    main,
  });
}

function listed(viewer: Viewer, session: SessionRow, at: number): Row {
  const id = `session-${at}`;
  const { lines, ...row } = sessionRow(viewer, session, 2);
  return {
    ...row,
    id,
    lines: [dotted(...lines, session.authEvents.length > 0 && signedIn(viewer, session))],
    actions: !session.isThis && endForm(viewer, session.digest, id),
  };
}

function signedIn({ frame: { texts } }: Viewer, { authEvents }: SessionRow): Html {
  const { signedIn: since, with: by } = texts.account.sessions;
  const last = Math.max(...authEvents.map(({ at }) => at));
  const kinds = authEvents.map(({ kind }) => kind);
  return html`${since} ${moment(texts.dates, last)} ${by(...kinds)}`;
}

/** What every list of sessions says of one. */
export function sessionRow({ frame: { texts } }: Viewer, session: SessionRow, level: 2 | 3): Row {
  const words = texts.account.sessions;
  return {
    picture: sectionIcon("sessions"),
    title: phrase(deviceName(words, session.userAgent)),
    level,
    aside: session.isThis && tag("good", words.thisOne),
    lines: [
      html`${texts.account.events.from} ${networkAddress(session.address)}`,
      html`${words.lastUsed} ${moment(texts.dates, session.lastSeenAt)}`,
    ],
  };
}

/** A session that has ended can't be restored, so the first press only shows what the second one does. */
function endOthersForm(viewer: Viewer): Html {
  const { endOthers, endOthersHint, endOthersNow } = viewer.frame.texts.account.sessions;
  const form = html`<form method="post" action="/account/sessions">
${csrfField(viewer.csrf)}
<p>${endOthersHint}</p>
<div class="actions"><button type="submit" name="change" value="end-others" class="danger">${endOthersNow}</button></div>
</form>`;
  return rowFold("sessions", endOthers, form);
}

function endForm(viewer: Viewer, digest: string, heading: string): Html {
  const { end, endHint, endNow } = viewer.frame.texts.account.sessions;
  const form = html`<form method="post" action="/account/sessions">
${csrfField(viewer.csrf)}
<input type="hidden" name="session" value="${digest}">
<p>${endHint}</p>
<div class="actions"><button type="submit" name="change" value="end" class="danger" aria-describedby="${heading}">${endNow}</button></div>
</form>`;
  return rowFold(heading, end, form);
}
