import type { Proof } from "../../domain/proofs.ts";
import type { SessionsDone } from "../../languages/english/account.ts";
import type { Sentence } from "../../languages/sentence.ts";
import type { Texts } from "../../languages/texts.ts";
import { csrfField, done } from "../form.ts";
import { type Html, html } from "../html.ts";
import { networkAddress, nextPage } from "../list.ts";
import type { Person } from "../person.ts";
import { phrase } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { moment } from "../time.ts";
import { deviceOf } from "./device.ts";

export type Sessions = {
  readonly person: Person;
  readonly sessions: readonly SessionRow[];
  readonly nextHref?: string | undefined;
  readonly done?: SessionsDone | undefined;
};

type SessionRow = {
  readonly digest: string;
  readonly userAgent: string;
  readonly address: string;
  readonly lastSeenAt: number;
  readonly proofs: readonly Proof[];
  readonly isThis: boolean;
};

export function sessionsPage({ person, sessions, nextHref, done: wasDone }: Sessions): Html {
  const { titles, sessions: texts } = person.frame.texts.account;
  const areOthers = nextHref !== undefined || sessions.some((one) => !one.isThis);
  const main = html`<article>
<h1>${titles.sessions}</h1>
${wasDone && done(texts.done[wasDone])}
<p class="quiet">${texts.whatTheyAre}</p>
<ul class="items">${sessions.map((one, at) => item(person, one, at))}</ul>
${nextPage(person, nextHref)}
${areOthers && endOthersForm(person)}
</article>`;
  return signedInPage(person, { area: "account", here: "sessions", title: titles.sessions, main });
}

function item(person: Person, session: SessionRow, at: number): Html {
  const { dates, account: all, twoStep } = person.frame.texts;
  const texts = all.sessions;
  const heading = `session-${at}`;
  return html`<li>
<h2 id="${heading}">${phrase(device(texts, session.userAgent))}${session.isThis && html` · ${texts.thisOne}`}</h2>
<p class="quiet">${texts.address} ${networkAddress(session.address)}<br>
${texts.lastUsed} ${moment(dates, session.lastSeenAt)}
${session.proofs.map(({ kind, at }) => html`<br>${twoStep.kinds[kind]}: ${moment(dates, at)}`)}</p>
${!session.isThis && endForm(person, session.digest, heading)}
</li>`;
}

function device(texts: Texts["account"]["sessions"], userAgent: string): Sentence {
  const known = deviceOf(userAgent);
  if (known === undefined) return [texts.unknownDevice];
  const { browser, system } = known;
  return system === undefined ? [{ name: browser }] : texts.device(browser, system);
}

function endOthersForm(person: Person): Html {
  return html`<form method="post" action="/account/sessions">
${csrfField(person.csrf)}
<div class="actions"><button type="submit" name="change" value="end-others" class="danger">${person.frame.texts.account.sessions.endOthers}</button></div>
</form>`;
}

function endForm(person: Person, digest: string, heading: string): Html {
  return html`<form method="post" action="/account/sessions">
${csrfField(person.csrf)}
<input type="hidden" name="session" value="${digest}">
<div class="actions"><button type="submit" name="change" value="end" class="secondary" aria-describedby="${heading}">${person.frame.texts.account.sessions.end}</button></div>
</form>`;
}
