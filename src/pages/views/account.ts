import { hasSecondFactor } from "../../domain/factors.ts";
import { type ConnectedApplication, usedRow } from "./account/applications.ts";
import { type EventRow, eventRow } from "./account/events.ts";
import { type SessionRow, sessionRow } from "./account/sessions.ts";
import { fewCodes, type SignInMethods, signInRows } from "./account/sign-in.ts";
import { type Html, html } from "./html.ts";
import { notice } from "./notice.ts";
import { name } from "./phrase.ts";
import { picture } from "./picture.ts";
import { type Row, rowList } from "./row.ts";
import { signedInPage } from "./signed-in-page.ts";
import type { Viewer } from "./viewer.ts";

export type AccountOverview = {
  readonly viewer: Viewer;
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly methods: SignInMethods;
  /** The ones used last come first. */
  readonly applications: readonly ConnectedApplication[];
  /** Approvals that have not been exchanged. */
  readonly waiting: number;
  readonly sessions: readonly SessionRow[];
  readonly events: readonly EventRow[];
  readonly today: number;
};

/** What is connected, what signs the user in, and what happened last. Each part leads to its page. */
export function accountPage(overview: AccountOverview): Html {
  const { viewer, userId, email, methods, applications, sessions, events, today } = overview;
  const { titles, overview: texts, applications: about, ...more } = viewer.frame.texts.account;
  const noEvents = more.events.none;
  const used = applications.map((one) => usedRow(viewer, one, today));
  const main = html`<header class="application">
${picture(userId)}
<div>
<h1>${titles.overview}</h1>
<p class="quiet">${name(`@${viewer.screenName}`)}${email !== "" && html` · ${name(email)}`}</p>
</div>
</header>
${attention(overview)}
<div class="beside-each-other">
${card("applications", titles.applications, { more: texts.all.applications, rows: used, none: about.none })}
${card("sign-in", titles.signIn, { more: texts.all.signIn, rows: signInRows(viewer, methods, 3) })}
${card("sessions", titles.sessions, { more: texts.all.sessions, rows: sessions.map((one) => sessionRow(viewer, one, 3)) })}
${card("events", titles.events, { more: texts.all.events, rows: events.map((one) => eventRow(viewer, one)), none: noEvents })}
</div>`;
  return signedInPage(viewer, { area: "account", here: "overview", title: titles.overview, main });
}

type Card = {
  readonly more: string;
  readonly rows: readonly Row[];
  readonly none?: string;
};

function card(section: string, title: string, { more, rows, none }: Card): Html {
  return html`<article>
<header class="titled"><h2>${title}</h2><a class="action" href="/account/${section}">${more}</a></header>
${rows.length === 0 ? html`<p class="quiet">${none}</p>` : rowList(rows)}
</article>`;
}

/** The most urgent comes first. A second factor that is due has its notice on every page. */
function attention({ viewer, waiting, email, emailVerified, methods }: AccountOverview): Html {
  const { account, twoStep, passkeys } = viewer.frame.texts;
  const { overview: texts, signIn, applications, profile } = account;
  const { factors, password, passkeysWork } = methods;
  const isProtected = hasSecondFactor(factors);
  const isDue = typeof viewer.secondFactor !== "string";
  const link = (href: string, text: string) =>
    html`<a class="button secondary" href="${href}">${text}</a>`;
  const { title, whatTheyAre } = applications.pending;
  return html`${
    waiting > 0 &&
    notice("soon", `${title}.`, whatTheyAre, link("/account/applications", texts.review))
  }${
    password &&
    !isProtected &&
    !isDue &&
    notice(
      "soon",
      twoStep.off,
      html`${signIn.weak} ${passkeysWork && html`<a href="/account/passkeys">${passkeys.add.title}</a>`}`,
      link("/account/two-step/set-up", signIn.setUp),
    )
  }${
    isProtected &&
    factors.recoveryCodes < fewCodes &&
    notice(
      "soon",
      twoStep.codes.few.what,
      html`${twoStep.codes.left(factors.recoveryCodes)} ${twoStep.codes.few.advice}`,
      link("/account/two-step#codes", signIn.manage),
    )
  }${
    email !== "" &&
    !emailVerified &&
    notice("soon", profile.unconfirmed.withMail.what, "", link("/account/profile", texts.review))
  }${
    isProtected &&
    passkeysWork &&
    factors.passkeys.length === 0 &&
    notice(
      "information",
      passkeys.none,
      passkeys.whatTheyAre,
      link("/account/passkeys", passkeys.add.title),
    )
  }`;
}
