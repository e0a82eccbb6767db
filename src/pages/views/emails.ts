/** Emails about accounts are functions from data to a message, in the reader's language. */
import type {
  AccountNews,
  ChangeNews,
  FactorNews,
  NoticeOrigin,
} from "../../domain/account-notice.ts";
import type { EmailMessage } from "../../tools/mail/email-message.ts";
import type { Texts } from "../languages/texts.ts";
import { deviceName } from "./account/device.ts";
import { type EmailFacts, type EmailLink, emailMessage, type MailFrame } from "./email-message.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";

type Link = { readonly screenName: string; readonly href: string };

/** All accounts that have the address share one email. */
export function passwordResetEmail(
  frame: MailFrame,
  { to, links, minutes }: { to: string; links: readonly Link[]; minutes: number },
): EmailMessage {
  const { subject, asked, forAccount, lives, notYou } = frame.texts.mail.passwordReset;
  const buttons = links.map(({ screenName, href }) => {
    return { as: "button", text: forAccount(`@${screenName}`), href } as const;
  });
  return emailMessage(frame, to, {
    subject: subject(frame.serviceName),
    parts: [asked(frame.serviceName), ...buttons, [lives(minutes, links.length)], [notYou]],
  });
}

/** The email goes to the address that it asks to verify. */
export function verifyAddressEmail(
  frame: MailFrame,
  { to, screenName, href }: Link & { to: string },
): EmailMessage {
  const { texts, serviceName } = frame;
  const { subject, asked, lives, notYou } = texts.mail.emailVerification;
  return emailMessage(frame, to, {
    subject: subject(serviceName),
    parts: [
      asked(`@${screenName}`, serviceName),
      { as: "button", text: [texts.email.verify.submit], href },
      [lives],
      [notYou],
    ],
  });
}

/** The reader has no account yet, so the service's name says who writes. */
export function invitationEmail(
  frame: MailFrame,
  {
    to,
    href,
    days,
    inviter,
    message,
  }: {
    readonly to: string;
    readonly href: string;
    readonly days: number;
    /** The screen name of the administrator who invites. A command or a program has none. */
    readonly inviter: string | undefined;
    /** The inviter's words; empty for none. */
    readonly message: string;
  },
): EmailMessage {
  const { texts, serviceName } = frame;
  const { subject, invited, invitedBy, create, lives, notYou } = texts.mail.invitation;
  return emailMessage(frame, to, {
    subject: subject(serviceName),
    parts: [
      inviter === undefined ? invited(serviceName) : invitedBy(`@${inviter}`, serviceName),
      ...(message === "" ? [] : [{ as: "quote", message } as const]),
      { as: "button", text: [create], href },
      [lives(days)],
      [notYou],
    ],
  });
}

/** To an administrator, who asked for it on the settings' page. */
export function testEmail(
  frame: MailFrame,
  {
    to,
    screenName,
    at,
    origin,
  }: {
    readonly to: string;
    readonly screenName: string;
    readonly at: number;
    readonly origin: string;
  },
): EmailMessage {
  const { texts, serviceName } = frame;
  const { subject, said, open } = texts.mail.test;
  return emailMessage(frame, to, {
    subject: subject(serviceName),
    parts: [
      said(`@${screenName}`, serviceName),
      alertFacts(texts, { at }),
      { as: "button", text: [open], href: `${origin}/admin/settings` },
    ],
  });
}

export type AccountEmail = {
  readonly to: string;
  readonly screenName: string;
  readonly news: AccountNews;
  readonly at: number;
  readonly from: NoticeOrigin;
  readonly origin: string;
};

/** One thing to do follows what happened, when, and from where. */
export function accountEmail(frame: MailFrame, email: AccountEmail): EmailMessage {
  const { to, screenName, news } = email;
  const { texts, serviceName } = frame;
  const { subject, said, advice, opens } = wordsOf(texts.mail, news);
  return emailMessage(frame, to, {
    subject: subject(serviceName),
    parts: [
      said(`@${screenName}`, serviceName),
      // It says what will happen.
      ...(news === "accessExpiring" ? [] : [alertFacts(texts, email)]),
      [advice],
      ...actionOf(frame, opens, email.origin),
    ],
  });
}

/** Times are in UTC, which is named, because the reader's zone isn't known. */
export function alertFacts(
  texts: Texts,
  { at, from = {} }: { readonly at: number; readonly from?: NoticeOrigin },
): EmailFacts {
  const { when, where, browser } = texts.mail.facts;
  const { address, userAgent } = from;
  return {
    as: "facts",
    facts: [
      [when, [texts.dates.moment(at)]],
      ...(address === undefined ? [] : [[where, [{ name: address }]] as const]),
      ...(userAgent === undefined
        ? []
        : [[browser, deviceName(texts.account.sessions, userAgent)] as const]),
    ],
  };
}

/** Who deleted an account, or did not ask for what an administrator did, can only contact the administrator. */
function actionOf(
  { texts, supportHref }: MailFrame,
  opens: Opened,
  origin: string,
): readonly EmailLink[] {
  const { open } = texts.mail;
  if (opens === "contact" || opens === "events") {
    if (supportHref !== undefined) {
      return [{ as: "button", text: [open.contact], href: supportHref }];
    }
    if (opens === "contact") return [];
  }
  return [{ as: "button", text: [open[opens]], href: origin + paths[opens] }];
}

type Opened = keyof Texts["mail"]["open"];

const paths: Readonly<Record<Exclude<Opened, "contact">, string>> = {
  password: "/account/password",
  reset: "/reset",
  profile: "/account/profile",
  passkeys: "/account/passkeys",
  applications: "/account/applications",
  events: "/account/events",
};

/** `opens` is the page on which the reader follows the advice. */
function wordsOf(mail: Texts["mail"], news: AccountNews) {
  if (isOfFactors(mail, news)) {
    const { subject, said, advice } = mail.factors;
    const kind = adviceOf[news] ?? "notYou";
    return { subject, said: said[news], advice: advice[kind], opens: opensAfter[kind] };
  }
  const { subject, changed, notYou } = mail[news];
  return { subject, said: changed, advice: notYou, opens: opensAfter[news] };
}

type Advice = keyof Texts["mail"]["factors"]["advice"];

const adviceOf: Readonly<Partial<Record<FactorNews, Advice>>> = {
  passkeyCounterBack: "copied",
  appRemoved: "notAsked",
  passkeyTaken: "notAsked",
  removed: "notAsked",
  recoveryLinkMade: "notAsked",
  recovered: "notAsked",
  identityRemoved: "notAsked",
};

const opensAfter: Readonly<Record<Advice | ChangeNews, Opened>> = {
  notYou: "password",
  notAsked: "events",
  copied: "passkeys",
  passwordChanged: "reset",
  emailChanged: "profile",
  screenNameChanged: "reset",
  accountDeleted: "contact",
  accessExpiring: "applications",
};

function isOfFactors(mail: Texts["mail"], news: AccountNews): news is FactorNews {
  return Object.hasOwn(mail.factors.said, news);
}

export function emailPage(frame: Frame, { subject, text }: EmailMessage): Html {
  const lines = text
    .split("\n")
    .map((line) => html`${line.startsWith("https:") ? html`<code>${line}</code>` : line}\n`);
  const main = html`<article>
<h1>${subject}</h1>
<div class="letter">${lines}</div>
</article>`;
  return page(frame, { title: subject, main });
}
