import type { AccountSection } from "../../languages/texts/account.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { phrase } from "../phrase.ts";

/** What every page of a signed-in person's account shares. */
export type Account = {
  readonly frame: Frame;
  /** For all forms of the page. */
  readonly csrf: string;
  readonly screenName: string;
};

const sections: readonly (readonly [Exclude<AccountSection, "delete">, string])[] = [
  ["applications", "/account"],
  ["profile", "/account/profile"],
  ["password", "/account/password"],
  ["sessions", "/account/sessions"],
  ["events", "/account/events"],
];

export function accountPage(account: Account, here: AccountSection, main: Html): Html {
  const { frame } = account;
  const texts = frame.texts.account;
  return page(frame, {
    title: texts.titles[here],
    main,
    above: navigation(account, here),
    below: signOut(account),
  });
}

function navigation({ frame }: Account, here: AccountSection): Html {
  const texts = frame.texts.account;
  const links = sections.map(([section, href]) =>
    section === here
      ? html`<li><a href="${href}" aria-current="page">${texts.sections[section]}</a></li>`
      : html`<li><a href="${href}">${texts.sections[section]}</a></li>`,
  );
  return html`<nav aria-label="${texts.navigation}"><ul>${links}</ul></nav>`;
}

function signOut({ frame, csrf, screenName }: Account): Html {
  const texts = frame.texts.account;
  return html`<footer>
<p class="quiet">${phrase(texts.signedInAs(`@${screenName}`))}</p>
<form method="post" action="/sign-out">
${csrfField(csrf)}
<button type="submit" class="secondary">${texts.signOut}</button>
</form>
</footer>`;
}

export function csrfField(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** The way on from a list that is longer than a page. */
export function nextPage({ frame }: Account, href: string | undefined): Html | undefined {
  if (href === undefined) return undefined;
  return html`<p><a class="action" href="${href}">${frame.texts.account.nextPage}</a></p>`;
}

/** A day or a moment, with its machine-readable form. */
export function time(at: number, text: string): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}
