/** Emails are functions from data to plain text, in the reader's language. */
import type { AccountNews, FactorNews } from "../../domain/account-notice.ts";
import type { EmailMessage } from "../../tools/mail/email-message.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import type { MailFrame } from "./notice-emails.ts";
import { plainPhrase } from "./phrase.ts";
import { supportLine } from "./support.ts";

type Link = { readonly screenName: string; readonly href: string };

/** All accounts that have the address share one email. */
export function passwordResetEmail(
  { texts, serviceName }: Frame,
  { to, links, minutes }: { to: string; links: readonly Link[]; minutes: number },
): EmailMessage {
  const { subject, asked, forAccount, lives, notYou } = texts.mail.passwordReset;
  const linked = links.map(
    // The address has a line of its own, so that right-to-left text around it cannot reorder it.
    ({ screenName, href }) => `${plainPhrase(forAccount(`@${screenName}`))}\n${href}`,
  );
  return {
    to,
    subject: plainPhrase(subject(serviceName)),
    text: paragraphs(plainPhrase(asked(serviceName)), ...linked, lives(minutes), notYou),
  };
}

/** The email goes to the address that it asks to verify. */
export function confirmAddressEmail(
  { texts, serviceName }: Frame,
  { to, screenName, href }: Link & { to: string },
): EmailMessage {
  const { subject, asked, lives, notYou } = texts.mail.emailConfirmation;
  return {
    to,
    subject: plainPhrase(subject(serviceName)),
    text: paragraphs(
      `${plainPhrase(asked(`@${screenName}`, serviceName))}\n${href}`,
      lives,
      notYou,
    ),
  };
}

export function accountEmail(
  frame: MailFrame,
  { to, screenName, news }: { to: string; screenName: string; news: AccountNews },
): EmailMessage {
  const { texts, serviceName } = frame;
  const { subject, said, notYou } = wordsOf(texts.mail, news);
  return {
    to,
    subject: plainPhrase(subject(serviceName)),
    text: paragraphs(
      plainPhrase(said(`@${screenName}`, serviceName)),
      notYou,
      ...supportLine(frame),
    ),
  };
}

function wordsOf(mail: Texts["mail"], news: AccountNews) {
  if (isOfFactors(mail, news)) {
    const { subject, said, notYou } = mail.factors;
    return { subject, said: said[news], notYou };
  }
  const { subject, changed, notYou } = mail[news];
  return { subject, said: changed, notYou };
}

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

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join("\n\n")}\n`;
}
