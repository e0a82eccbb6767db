/**
 * Mails, sent after the answer and one by one. Whoever asks for one learns nothing by waiting: not
 * whether it was sent, and not whether there was anybody to send it to.
 */
import { setTimeout } from "node:timers/promises";
import { type Letter, problemWithLetter } from "./letter.ts";
import { type Deliver, reasonOf } from "./smtp.ts";

export interface Mail {
  /** Returns at once. What cannot be sent is logged, without its recipient and its text. */
  send(letter: Letter): void;
  /** The letters are looked for after the answer too, so that it takes as long when there are none. */
  sendFound(find: () => Promise<readonly Letter[]>): void;
}

/** Who waits behind so many others would wait too long, and a server that is down must not fill the memory. */
export const mostWaiting = 100;

const atOnce = 2;

/** How long a service that stops goes on sending what waits. */
const closingMs = 5_000;

export function openMail(
  deliver: Deliver,
  failed: (reason: string) => void,
): Mail & AsyncDisposable {
  const waiting: (() => Promise<readonly Letter[]>)[] = [];
  const closing = new AbortController();
  const workers = new Set<Promise<void>>();

  return {
    send: (letter) => take(async () => [letter]),
    sendFound: take,
    async [Symbol.asyncDispose]() {
      const late = setTimeout(closingMs, undefined, { ref: false });
      await Promise.race([Promise.all(workers), late]);
      for (const _ of waiting.splice(0)) failed("the service stopped before it was sent");
      closing.abort();
      await Promise.all(workers);
    },
  };

  function take(find: () => Promise<readonly Letter[]>): void {
    if (closing.signal.aborted || waiting.length >= mostWaiting) {
      failed(`${waiting.length} others are waiting`);
      return;
    }
    waiting.push(find);
    if (workers.size >= atOnce) return;
    const worker = work().finally(() => workers.delete(worker));
    workers.add(worker);
  }

  async function work(): Promise<void> {
    await afterTheAnswer();
    for (let find = waiting.shift(); find !== undefined; find = waiting.shift()) {
      try {
        for (const letter of await find()) await sendOne(letter);
      } catch (error) {
        failed(reasonOf(error));
      }
    }
  }

  async function sendOne(letter: Letter): Promise<void> {
    const problem = problemWithLetter(letter);
    if (problem === undefined) await deliver(letter, closing.signal);
    else failed(problem);
  }
}

/** What is running now, the answer among it, comes first. */
function afterTheAnswer(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
