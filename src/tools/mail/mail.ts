/** Emails are sent after the response, two at a time, so that waiting reveals nothing about the recipient. */
import { setTimeout } from "node:timers/promises";
import { fairQueue, type Requester } from "../../domain/fair-queue.ts";
import { type EmailMessage, problemWithEmail } from "./email-message.ts";
import {
  type MailProblem,
  mailProblemOf,
  mailProblems,
  mailReasonOf,
  mailResponseOf,
} from "./mail-problem.ts";
import type { Deliver } from "./smtp.ts";

export interface Mail {
  /**
   * Queues a lookup of notifications, and returns at once. They take priority over requested emails, except that one
   * requested email is sent after each. An email that can't be sent is logged, without its recipient and text. If the
   * service stops first, `dropped` is called, and nothing is looked up or logged. Notifications are stored in the
   * database, so a caller needs only one place in the queue.
   */
  sendFound(find: Find, dropped: () => void): void;
  /**
   * Queues a lookup of requested emails. It runs after the response, so that the response takes as long without any.
   * `settled` is called with what came of each email, and without an address if none of them is sent.
   */
  sendAsked(find: Find, by: Requester, settled?: Settled): void;
  /**
   * Sends one email without waiting for others. Resolves with why it was not accepted, also if the mail server takes
   * longer than ten seconds.
   */
  sendNow(email: EmailMessage): Promise<MailFailure | undefined>;
  waiting(): number;
  counts(): MailCounts;
}

export interface MailFailure {
  readonly problem: MailProblem;
  readonly reason: string;
  /** What the mail server said, if it did. */
  readonly response: string | undefined;
}

/** Since the start of this process. */
export interface MailCounts {
  /** Accepted by the mail server. */
  readonly sent: number;
  readonly failed: Readonly<Record<MailProblem, number>>;
}

type Find = () => Promise<readonly EmailMessage[]>;

/** It does not throw. */
export type Settled = (outcome: "sent" | "failed", to?: string) => Promise<void>;

type Entry = {
  readonly find: Find;
  readonly dropped?: () => void;
  readonly settled?: Settled | undefined;
};

/** With more, the last one would wait too long, and an unreachable mail server would fill the memory. */
export const maxWaiting = { entries: 60, perAccount: 3 } as const;

const atOnce = 2;

/** Someone waits for the page that says what came of it. */
const maxNowMs = 10_000;

/** A stopping service keeps sending waiting emails for this long. */
const closingMs = 5_000;

export function openMail(
  deliver: Deliver,
  failed: (reason: string, problem: MailProblem) => void,
): Mail & AsyncDisposable {
  const notices: Entry[] = [];
  const requested = fairQueue<Entry>(maxWaiting);
  let wasTold = false;
  let sent = 0;
  const failures = Object.fromEntries(mailProblems.map((problem) => [problem, 0])) as Record<
    MailProblem,
    number
  >;
  const closing = new AbortController();
  const workers = new Set<Promise<void>>();

  return {
    waiting: () => notices.length + requested.size,
    counts: () => ({ sent, failed: { ...failures } }),
    sendFound(find, dropped) {
      if (closing.signal.aborted) return dropped();
      notices.push({ find, dropped });
      begin();
    },
    sendAsked(find, by, settled) {
      const entry: Entry = { find, settled };
      const displaced = closing.signal.aborted ? entry : requested.add(entry, by);
      if (displaced !== undefined) void drop(displaced, `${requested.size} others are waiting`);
      if (displaced !== entry) begin();
    },
    async sendNow(email) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(maxNowMs)]);
      try {
        await deliver(email, signal);
        sent += 1;
        return undefined;
      } catch (error) {
        const failure = { problem: mailProblemOf(error), reason: mailReasonOf(error) };
        fail(failure.reason, failure.problem);
        return { ...failure, response: mailResponseOf(error) };
      }
    },
    async [Symbol.asyncDispose]() {
      const late = setTimeout(closingMs, undefined, { ref: false });
      await Promise.race([Promise.all(workers), late]);
      for (let left = next(); left !== undefined; left = next()) {
        await drop(left, "the service stopped before it was sent");
      }
      closing.abort();
      await Promise.all(workers);
    },
  };

  function begin(): void {
    if (workers.size >= atOnce) return;
    const worker = work().finally(() => workers.delete(worker));
    workers.add(worker);
  }

  function fail(reason: string, problem: MailProblem): void {
    failures[problem] += 1;
    failed(reason, problem);
  }

  async function drop({ dropped, settled }: Entry, reason: string): Promise<void> {
    if (dropped === undefined) fail(reason, "dropped");
    else dropped();
    await settled?.("failed");
  }

  async function work(): Promise<void> {
    await afterTheAnswer();
    for (let entry = next(); entry !== undefined; entry = next()) {
      for (const email of await emailsOf(entry)) {
        const outcome = (await sendOne(email)) ? "sent" : "failed";
        await entry.settled?.(outcome, email.to);
      }
    }
  }

  async function emailsOf({ find, settled }: Entry): Promise<readonly EmailMessage[]> {
    try {
      return await find();
    } catch (error) {
      fail(mailReasonOf(error), "other");
      await settled?.("failed");
      return [];
    }
  }

  /** Notices first, but one requested email after each: a link to a new password must not wait for all of them. */
  function next(): Entry | undefined {
    const entry = wasTold
      ? (requested.take() ?? notices.shift())
      : (notices.shift() ?? requested.take());
    wasTold = entry?.dropped !== undefined;
    return entry;
  }

  async function sendOne(email: EmailMessage): Promise<boolean> {
    const problem = problemWithEmail(email);
    if (problem !== undefined) {
      fail(problem, "other");
      return false;
    }
    try {
      await deliver(email, closing.signal);
      sent += 1;
      return true;
    } catch (error) {
      fail(mailReasonOf(error), closing.signal.aborted ? "dropped" : mailProblemOf(error));
      return false;
    }
  }
}

/** Lets the response, and everything else that is ready, run first. */
function afterTheAnswer(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
