/**
 * Mails notices to the people of applications. A notice is taken out of the ledger only when the mail queue is ready for
 * it: so of several processes one sends it, and a full queue loses nothing.
 */
import type { AuditEvent } from "../domain/audit.ts";
import type { DueNotice } from "../domain/notification.ts";
import type { Notifications } from "../domain/ports/notifications.ts";
import { defaultLanguage, languages } from "../languages/languages.ts";
import { isMailAddress, type Letter } from "../mail/letter.ts";
import type { Mail } from "../mail/mail.ts";
import { type MailFrame, noticeLetter } from "../views/notice-letters.ts";
import type { LimitReached } from "./limit-watch.ts";

/** How many old secrets are reported each time; at first there may be any number of them. */
const oldSecretsAtOnce = 5;

const lookEveryMs = 15_000;

export interface Notifier extends AsyncDisposable {
  /** Looks at once, without waiting for the next time. */
  look(): void;
}

/** Looks every 15 seconds, and when it is told to. `failed` is called if it cannot; it tries again. */
export function openNotifier({
  ledger,
  mail,
  frame,
  origin,
  clock,
  reached,
  failed,
}: {
  readonly ledger: Notifications;
  readonly mail: Mail;
  readonly frame: Omit<MailFrame, "texts">;
  readonly origin: () => string;
  readonly clock: () => number;
  readonly reached: () => readonly LimitReached[];
  readonly failed: (reason: string) => void;
}): Notifier {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let looksSoon = false;
  let waits = false;
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
      for (const one of reached()) await ledger.noteLimitReached(one);
      const now = clock();
      if (!(await ledger.noticesWait(now))) return;
      await ledger.noteOldSecrets({ now, most: oldSecretsAtOnce });
      ask();
    } catch (error) {
      failed(String(error));
    }
  }

  /** Takes one place in the queue at a time, and goes to its end after each notice. */
  function ask(): void {
    if (waits || stopped) return;
    waits = true;
    mail.sendFound(next, { network: "notices" }, () => {
      waits = false;
    });
  }

  async function next(): Promise<readonly Letter[]> {
    waits = false;
    const due = await ledger.takeNotice(clock());
    if (due === undefined) return [];
    ask();
    return lettersFor(due);
  }

  function lettersFor({ recipients, ...notice }: DueNotice): readonly Letter[] {
    return recipients
      .filter(({ email }) => isMailAddress(email))
      .map(({ email: to, language, hasRole }) => {
        const texts = (language && languages[language]) || defaultLanguage;
        return noticeLetter({ ...frame, texts }, { ...notice, to, hasRole, origin: origin() });
      });
  }
}

/** Whether the write that committed this event may have left a notice. */
export function leavesNotice({ name }: AuditEvent): boolean {
  return noticed.has(name);
}

const noticed: ReadonlySet<AuditEvent["name"]> = new Set([
  "application.secret-regenerated",
  "application.suspended",
  "application.restored",
  "collaborator.accepted",
  "collaborator.removed",
  "collaborator.left",
  "ownership.accepted",
  "ownership.moved",
] as const);
