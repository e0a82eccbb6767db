import { fairQueue, type Requester } from "./fair-queue.ts";
import { StoreFailure } from "./refusals.ts";

export interface FairTurns {
  /** Throws `StoreFailure` if the queue is full. */
  inTurn<T>(by: Requester, work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

/** `refusal` is the message of the `StoreFailure`. */
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
      // The place goes to the next in the queue directly, so that nobody overtakes it.
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
