import type { AuthEvent } from "../../../domain/auth-events.ts";
import type { SessionsDone } from "../../languages/english/account.ts";
import type { Sentence } from "../../languages/sentence.ts";
import type { Texts } from "../../languages/texts.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { networkAddress, nextPage } from "../list.ts";
import { done } from "../notice.ts";
import { phrase } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { deviceOf } from "./device.ts";

export type Sessions = {
  readonly viewer: Viewer;
  readonly sessions: readonly SessionRow[];
  readonly nextHref?: string | undefined;
  readonly done?: SessionsDone | undefined;
};

type SessionRow = {
  readonly digest: string;
  readonly userAgent: string;
  readonly address: string;
  readonly lastSeenAt: number;
  readonly authEvents: readonly AuthEvent[];
  readonly isThis: boolean;
};

export function sessionsPage({ viewer, sessions, nextHref, done: wasDone }: Sessions): Html {
  const { titles, sessions: texts } = viewer.frame.texts.account;
  const areOthers = nextHref !== undefined || sessions.some((one) => !one.isThis);
  const main = html`<article>
<h1>${titles.sessions}</h1>
${wasDone && done(texts.done[wasDone])}
<p class="quiet">${texts.whatTheyAre}</p>
<ul class="items">${sessions.map((one, at) => item(viewer, one, at))}</ul>
${nextPage(viewer, nextHref)}
${areOthers && endOthersForm(viewer)}
</article>`;
  return signedInPage(viewer, { area: "account", here: "sessions", title: titles.sessions, main });
}

function item(viewer: Viewer, session: SessionRow, at: number): Html {
  const { dates, account: all, twoStep } = viewer.frame.texts;
  const texts = all.sessions;
  const heading = `session-${at}`;
  return html`<li>
<h2 id="${heading}">${phrase(device(texts, session.userAgent))}${session.isThis && html` · ${texts.thisOne}`}</h2>
<p class="quiet">${texts.address} ${networkAddress(session.address)}<br>
${texts.lastUsed} ${moment(dates, session.lastSeenAt)}
${session.authEvents.map(({ kind, at }) => html`<br>${twoStep.kinds[kind]}: ${moment(dates, at)}`)}</p>
${!session.isThis && endForm(viewer, session.digest, heading)}
</li>`;
}

function device(texts: Texts["account"]["sessions"], userAgent: string): Sentence {
  const known = deviceOf(userAgent);
  if (known === undefined) return [texts.unknownDevice];
  const { browser, system } = known;
  return system === undefined ? [{ name: browser }] : texts.device(browser, system);
}

function endOthersForm(viewer: Viewer): Html {
  return html`<form method="post" action="/account/sessions">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" name="change" value="end-others" class="secondary">${viewer.frame.texts.account.sessions.endOthers}</button></div>
</form>`;
}

function endForm(viewer: Viewer, digest: string, heading: string): Html {
  return html`<form method="post" action="/account/sessions">
${csrfField(viewer.csrf)}
<input type="hidden" name="session" value="${digest}">
<div class="actions"><button type="submit" name="change" value="end" class="secondary" aria-describedby="${heading}">${viewer.frame.texts.account.sessions.end}</button></div>
</form>`;
}
