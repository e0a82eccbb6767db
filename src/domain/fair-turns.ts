/** Work of which only so much is done at a time, while the rest waits in a fair queue. */
import { fairQueue, type Requester } from "./fair-queue.ts";
import { StoreFailure } from "./refusals.ts";

export interface FairTurns {
  /** Does the work once it is its turn. Throws `StoreFailure` where nothing more may wait. */
  inTurn<T>(by: Requester, work: () => Promise<T>): Promise<T>;
  /** How many wait for their turn. */
  waiting(): number;
}

/** `refusal`: what the `StoreFailure` says. */
export function fairTurns(
  atOnce: number,
  most: Parameters<typeof fairQueue>[0],
  refusal: string,
): FairTurns {
  const waiting = fairQueue<{ readonly start: () => void; readonly refuse: () => void }>(most);
  let running = 0;
  return { inTurn, waiting: () => waiting.size };

  async function inTurn<T>(by: Requester, work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await turnOf(by);
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that nobody overtakes the queue.
      const next = waiting.take();
      if (next === undefined) running -= 1;
      else next.start();
    }
  }

  function turnOf(by: Requester): Promise<void> {
    return new Promise((start, reject) => {
      const refuse = () => reject(new StoreFailure(refusal));
      waiting.add({ start, refuse }, by)?.refuse();
    });
  }
}
