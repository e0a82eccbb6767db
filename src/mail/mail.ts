/**
 * Mails, sent after the answer and one by one. The person who asks for one learns nothing by waiting: not
 * whether it was sent, and not whether there was anybody to send it to.
 */
import { setTimeout } from "node:timers/promises";
import { type FairQueue, fairQueue, type Requester } from "../domain/fair-queue.ts";
import { type Letter, problemWithLetter } from "./letter.ts";
import { type Deliver, reasonOf } from "./smtp.ts";

export interface Mail {
  /**
   * Tells a person what happened to their account. Returns at once. What cannot be sent is logged, without
   * its recipient and its text.
   */
  send(letter: Letter, by: Requester): void;
  /**
   * The same for several people at once, looked for when their turn comes. `dropped` is called instead where it has no
   * place or loses it: nothing was looked for, and nothing is logged.
   */
  sendFound(find: Find, by: Requester, dropped: () => void): void;
  /**
   * Sends what anybody may ask for; it takes no place from what `send` sends, and goes out after it. The
   * mails are prepared after the answer too, so that it takes as long without any.
   */
  sendAsked(find: Find, by: Requester): void;
  /** How many wait to be sent. */
  waiting(): number;
}

type Find = () => Promise<readonly Letter[]>;

type Entry = { readonly find: Find; readonly dropped?: () => void };

/** Who waits behind so many others would wait too long, and a server that is down must not fill the memory. */
export const mostWaiting = { told: 40, asked: 60 } as const;

/** Of either kind. */
const mostPerAccount = 3;

const atOnce = 2;

/** How long a service that stops goes on sending what waits. */
const closingMs = 5_000;

export function openMail(
  deliver: Deliver,
  failed: (reason: string) => void,
): Mail & AsyncDisposable {
  const told = fairQueue<Entry>({ entries: mostWaiting.told, perAccount: mostPerAccount });
  const asked = fairQueue<Entry>({ entries: mostWaiting.asked, perAccount: mostPerAccount });
  const closing = new AbortController();
  const workers = new Set<Promise<void>>();

  return {
    waiting: () => told.size + asked.size,
    send: (letter, by) => wait(told, { find: async () => [letter] }, by),
    sendFound: (find, by, dropped) => wait(told, { find, dropped }, by),
    sendAsked: (find, by) => wait(asked, { find }, by),
    async [Symbol.asyncDispose]() {
      const late = setTimeout(closingMs, undefined, { ref: false });
      await Promise.race([Promise.all(workers), late]);
      for (let left = next(); left !== undefined; left = next()) {
        drop(left, "the service stopped before it was sent");
      }
      closing.abort();
      await Promise.all(workers);
    },
  };

  function wait(queue: FairQueue<Entry>, entry: Entry, by: Requester): void {
    const displaced = closing.signal.aborted ? entry : queue.add(entry, by);
    if (displaced !== undefined) drop(displaced, `${told.size + asked.size} others are waiting`);
    if (displaced === entry) return;
    if (workers.size >= atOnce) return;
    const worker = work().finally(() => workers.delete(worker));
    workers.add(worker);
  }

  function drop({ dropped }: Entry, reason: string): void {
    if (dropped === undefined) failed(reason);
    else dropped();
  }

  async function work(): Promise<void> {
    await afterTheAnswer();
    for (let entry = next(); entry !== undefined; entry = next()) {
      for (const letter of await found(entry.find)) await sendOne(letter);
    }
  }

  async function found(find: Find): Promise<readonly Letter[]> {
    try {
      return await find();
    } catch (error) {
      failed(reasonOf(error));
      return [];
    }
  }

  function next(): Entry | undefined {
    return told.take() ?? asked.take();
  }

  async function sendOne(letter: Letter): Promise<void> {
    const problem = problemWithLetter(letter);
    try {
      if (problem === undefined) await deliver(letter, closing.signal);
      else failed(problem);
    } catch (error) {
      failed(reasonOf(error));
    }
  }
}

/** What is running now, the answer among it, comes first. */
function afterTheAnswer(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
