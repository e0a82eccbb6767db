import { hasSecondFactor } from "../../domain/factors.ts";
import { type ConnectedApplication, usedRow } from "./account/applications.ts";
import { type EventRow, eventRow } from "./account/events.ts";
import { type SessionRow, sessionRow } from "./account/sessions.ts";
import { fewCodes, type SignInMethods, signInRows } from "./account/sign-in.ts";
import { banner, bannerBox, type Meaning } from "./banner.ts";
import { type Html, html, type Printable } from "./html.ts";
import { linked, name } from "./phrase.ts";
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
  const main = html`${attention(overview)}
<div class="beside-each-other">
${card("applications", titles.applications, { more: texts.all.applications, rows: used, none: about.none })}
${card("sign-in", titles.signIn, { more: texts.all.signIn, rows: signInRows(viewer, methods, 3) })}
${card("sessions", titles.sessions, { more: texts.all.sessions, rows: sessions.map((one) => sessionRow(viewer, one, 3)) })}
${card("events", titles.events, { more: texts.all.events, rows: events.map((one) => eventRow(viewer, one)), none: noEvents })}
</div>`;
  const line = html`${name(`@${viewer.screenName}`)}${email !== "" && html` · ${name(email)}`}`;
  return signedInPage(viewer, {
    area: "account",
    here: "overview",
    title: titles.overview,
    head: { picture: picture(userId), line },
    main,
  });
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

type Task = {
  readonly meaning: Meaning;
  readonly what: string;
  readonly more?: Printable;
  readonly href: string;
  readonly action: string;
};

/** The most urgent comes first. Several are the rows of one banner. */
function attention(overview: AccountOverview): Html | undefined {
  const tasks = tasksOf(overview);
  const [first, ...others] = tasks;
  if (first === undefined) return undefined;
  const link = ({ href, action }: Task) =>
    html`<a class="button secondary" href="${href}">${action}</a>`;
  if (others.length === 0) return banner(first.meaning, first.what, first.more, link(first));
  const rows = tasks.map((one) => ({
    title: html`<strong>${one.what}</strong>`,
    lines: [one.more],
    actions: html`<div class="actions">${link(one)}</div>`,
  }));
  return bannerBox(first.meaning, html` role="note"`, rowList(rows));
}

/** A second factor that is due has its banner on every page. */
function tasksOf(overview: AccountOverview): readonly Task[] {
  const { viewer, waiting, email, emailVerified, methods } = overview;
  const { account, twoStep, passkeys } = viewer.frame.texts;
  const { overview: texts, signIn, applications, profile } = account;
  const { factors, password, passkeysWork } = methods;
  const isProtected = hasSecondFactor(factors);
  const isDue = typeof viewer.secondFactor !== "string";
  const { title, whatTheyAre } = applications.pending;
  const tasks: readonly (Task | false)[] = [
    waiting > 0 && {
      meaning: "soon",
      what: `${title}.`,
      more: linked(whatTheyAre(waiting), "/account/password"),
      href: "/account/applications",
      action: texts.review,
    },
    password &&
      !isProtected &&
      !isDue && {
        meaning: "soon",
        what: twoStep.off,
        more: html`${signIn.weak} ${passkeysWork && html`<a href="/account/passkeys">${passkeys.add.title}</a>`}`,
        href: "/account/two-step/set-up",
        action: signIn.setUp,
      },
    isProtected &&
      factors.recoveryCodes < fewCodes && {
        meaning: "soon",
        what: twoStep.codes.few.what,
        more: html`${twoStep.codes.left(factors.recoveryCodes)} ${twoStep.codes.few.advice}`,
        href: "/account/two-step#codes",
        action: twoStep.codes.makeNew,
      },
    email !== "" &&
      !emailVerified && {
        meaning: "soon",
        what: profile.unverified.withMail.what,
        href: "/account/profile",
        action: texts.review,
      },
    isProtected &&
      passkeysWork &&
      factors.passkeys.length === 0 && {
        meaning: "information",
        what: passkeys.none,
        more: passkeys.whatTheyAre,
        href: "/account/passkeys",
        action: passkeys.add.title,
      },
  ];
  return tasks.filter((one) => one !== false);
}
