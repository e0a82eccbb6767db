import type { Sentence } from "../../languages/sentence.ts";
import type { Texts } from "../../languages/texts.ts";
import { type Html, html } from "../html.ts";
import { name, phrase } from "../phrase.ts";
import { type Account, accountPage, csrfField, nextPage, time } from "./account-page.ts";
import { deviceOf } from "./device.ts";

export type Sessions = {
  readonly account: Account;
  readonly sessions: readonly SessionRow[];
  readonly nextHref?: string;
};

type SessionRow = {
  readonly digest: string;
  readonly userAgent: string;
  readonly address: string;
  readonly lastSeenAt: number;
  /** Whether it is the one that asks. */
  readonly isThis: boolean;
};

export function sessionsPage({ account, sessions, nextHref }: Sessions): Html {
  const { titles, sessions: texts } = account.frame.texts.account;
  const areOthers = nextHref !== undefined || sessions.some((one) => !one.isThis);
  const main = html`<article>
<h1>${titles.sessions}</h1>
<p class="quiet">${texts.whatTheyAre}</p>
<ul class="items">${sessions.map((one, at) => item(account, one, at))}</ul>
${nextPage(account, nextHref)}
${areOthers && endOthersForm(account)}
</article>`;
  return accountPage(account, "sessions", main);
}

function item(account: Account, session: SessionRow, at: number): Html {
  const { dates, account: all } = account.frame.texts;
  const texts = all.sessions;
  const heading = `session-${at}`;
  return html`<li>
<h2 id="${heading}">${phrase(device(texts, session.userAgent))}${session.isThis && html` · ${texts.thisOne}`}</h2>
<p class="quiet">${texts.address} ${name(session.address)}<br>
${texts.lastUsed} ${time(session.lastSeenAt, dates.moment(session.lastSeenAt))}</p>
${!session.isThis && endForm(account, session.digest, heading)}
</li>`;
}

function device(texts: Texts["account"]["sessions"], userAgent: string): Sentence {
  const known = deviceOf(userAgent);
  if (known === undefined) return [texts.unknownDevice];
  const { browser, system } = known;
  return system === undefined ? [{ name: browser }] : texts.device(browser, system);
}

function endOthersForm(account: Account): Html {
  return html`<form method="post" action="/account/sessions">
${csrfField(account.csrf)}
<div class="actions"><button type="submit" name="change" value="end-others" class="danger">${account.frame.texts.account.sessions.endOthers}</button></div>
</form>`;
}

function endForm(account: Account, digest: string, heading: string): Html {
  return html`<form method="post" action="/account/sessions">
${csrfField(account.csrf)}
<input type="hidden" name="session" value="${digest}">
<div class="actions"><button type="submit" name="change" value="end" class="secondary" aria-describedby="${heading}">${account.frame.texts.account.sessions.end}</button></div>
</form>`;
}
