/**
 * Emails notices to users about their accounts, the applications that they work on, API keys, and sunsets. A notice is
 * taken out of the database only when the mail queue is ready for it: so of several processes one sends it,
 * and a full queue loses nothing.
 */
import { accountNewsOf, type DueAccountNotice } from "../../domain/account-notice.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import type { OfferedLanguages } from "../../domain/language-tags.ts";
import type { DueKeyNotice, DueNotice } from "../../domain/notification.ts";
import type { Notifications } from "../../domain/ports/notifications.ts";
import type { DueSunsetNotice } from "../../domain/sunset-notice.ts";
import { textsFor } from "../../pages/languages/languages.ts";
import type { MailFrame } from "../../pages/views/email-message.ts";
import { accountEmail } from "../../pages/views/emails.ts";
import { apiKeyEmail, noticeEmail } from "../../pages/views/notice-emails.ts";
import { sunsetEmail } from "../../pages/views/sunset-email.ts";
import { type EmailMessage, isMailAddress } from "../../tools/mail/email-message.ts";
import type { Mail } from "../../tools/mail/mail.ts";
import type { ReachedLimits } from "./limit-watch.ts";

/** This many old secrets are reported each time; at first there may be any number of them. */
const oldSecretsAtOnce = 5;

/** A sunset can concern all of them. Other writes get their turn in between. */
const applicationsAtOnce = 100;

const lookEveryMs = 15_000;

export interface Notifier extends AsyncDisposable {
  look(): void;
}

/** Looks every 15 seconds, and when `look` is called. `failed` is called if it can't; it tries again. */
export function openNotifier({
  ledger,
  mail,
  frame,
  languages,
  origin,
  clock,
  reached,
  admits,
  failed,
}: {
  readonly ledger: Notifications;
  readonly mail: Mail;
  readonly frame: Omit<MailFrame, "texts">;
  readonly languages: OfferedLanguages;
  readonly origin: () => string;
  readonly clock: () => number;
  readonly reached: ReachedLimits | undefined;
  /** Counts an email to an unverified address. Returns false if the address has had its share. */
  readonly admits: (address: string) => Promise<boolean>;
  readonly failed: (reason: string) => void;
}): Notifier {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let looksSoon = false;
  let waits = false;
  let finding: Promise<unknown> = Promise.resolve();
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    look,
    async [Symbol.asyncDispose]() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };

  function look(): void {
    if (stopped || looksSoon) return;
    looksSoon = true;
    running = running.then(lookOnce);
  }

  async function lookOnce(): Promise<void> {
    looksSoon = false;
    try {
      for (const one of reached?.waiting() ?? []) {
        await ledger.noteLimitReached(one);
        reached?.noted(one);
      }
      const now = clock();
      if (!(await ledger.noticesWait(now))) return;
      await ledger.noteOldSecrets({ now, most: oldSecretsAtOnce });
      while (!stopped && (await ledger.noteSunsets({ now, most: applicationsAtOnce })));
      ask();
    } catch (error) {
      failed(String(error));
    }
  }

  /** Takes one place in the queue at a time, and goes to its end after each notice. */
  function ask(): void {
    if (waits || stopped) return;
    waits = true;
    mail.sendFound(next, () => {
      waits = false;
    });
  }

  /** One after the other, two places do not count the same email. */
  function next(): Promise<readonly EmailMessage[]> {
    waits = false;
    const found = finding.then(find);
    finding = found.catch(() => {});
    return found;
  }

  async function find(): Promise<readonly EmailMessage[]> {
    const now = clock();
    const account = await ledger.nextAccountNotice(now);
    if (account !== undefined) return accountEmails(account);
    const due = await ledger.takeNotice(now);
    if (due !== undefined) {
      ask();
      return emailsFor(due);
    }
    const key = await ledger.takeKeyNotice(now);
    if (key !== undefined) {
      ask();
      return keyEmails(key);
    }
    const sunset = await ledger.takeSunsetNotice(now);
    if (sunset === undefined) return [];
    ask();
    return sunsetEmails(sunset);
  }

  function sunsetEmails({ recipients, ...notice }: DueSunsetNotice): readonly EmailMessage[] {
    return recipients
      .filter(({ email }) => isMailAddress(email))
      .map(({ email: to, language }) =>
        sunsetEmail(
          { ...frame, texts: textsFor(language, languages) },
          { ...notice, to, origin: origin() },
        ),
      );
  }

  function keyEmails({ recipients, ...notice }: DueKeyNotice): readonly EmailMessage[] {
    return recipients
      .filter(({ email }) => isMailAddress(email))
      .map(({ email: to, language }) => {
        return apiKeyEmail(
          { ...frame, texts: textsFor(language, languages) },
          { ...notice, to, origin: origin() },
        );
      });
  }

  /** Checks whether it may be sent before it is taken: if that can't be known now, it waits. */
  async function accountEmails(notice: DueAccountNotice): Promise<readonly EmailMessage[]> {
    const { to, isAuthenticated, language } = notice;
    const maySend = isMailAddress(to) && (isAuthenticated || (await admits(to)));
    const isOurs = await ledger.takeAccountNotice(notice);
    ask();
    if (!maySend || !isOurs) return [];
    return [
      accountEmail(
        { ...frame, texts: textsFor(language, languages) },
        { ...notice, origin: origin() },
      ),
    ];
  }

  function emailsFor({ recipients, ...notice }: DueNotice): readonly EmailMessage[] {
    return recipients
      .filter(({ email }) => isMailAddress(email))
      .map(({ email: to, language, hasRole }) => {
        return noticeEmail(
          { ...frame, texts: textsFor(language, languages) },
          { ...notice, to, hasRole, origin: origin() },
        );
      });
  }
}

export function leavesNotice(event: AuditEvent): boolean {
  return noticed.has(event.name) || accountNewsOf(event) !== undefined;
}

const noticed: ReadonlySet<AuditEvent["name"]> = new Set([
  "application.secret-regenerated",
  "application.secret-revoked",
  "application.owner-notified",
  "application.suspended",
  "application.restored",
  "collaborator.accepted",
  "collaborator.removed",
  "collaborator.left",
  "ownership.offered",
  "ownership.accepted",
  "ownership.transferred",
  // A change of address leaves a notice to the address before.
  "user.profile-changed",
  // It leaves a notice if the address is verified.
  "access.expiring",
  // Administrators are told, although no one did anything.
  "api-key.expiring",
] as const);
