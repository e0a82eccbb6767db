import { StoreFailure } from "./errors.ts";
import { fairQueue, type Requester } from "./fair-queue.ts";

export interface FairTurns {
  /** Throws `StoreFailure` if the queue is full. */
  inTurn<T>(by: Requester, work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

/** `rejection` is the message of the `StoreFailure`. */
export function fairTurns(
  atOnce: number,
  most: Parameters<typeof fairQueue>[0],
  rejection: string,
): FairTurns {
  const waiting = fairQueue<{ readonly start: () => void; readonly turnAway: () => void }>(most);
  let running = 0;
  return { inTurn, waiting: () => waiting.size };

  async function inTurn<T>(by: Requester, work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await turnOf(by);
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in the queue directly, so that no one overtakes it.
      const next = waiting.take();
      if (next === undefined) running -= 1;
      else next.start();
    }
  }

  function turnOf(by: Requester): Promise<void> {
    return new Promise((start, reject) => {
      const turnAway = () => reject(new StoreFailure(rejection));
      waiting.add({ start, turnAway }, by)?.turnAway();
    });
  }
}
