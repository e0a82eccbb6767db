/**
 * Items that arrive in one turn of the event loop share one statement; items that arrive while it runs share
 * the next. The busier a node is, the fewer statements each request costs, and no one waits for more than two
 * round trips.
 */
import { StoreFailure } from "../../domain/errors.ts";

export interface BatchOptions {
  /** Milliseconds after which an item without a result fails, even while its batch is running. */
  readonly boundMs: number;
  /** How many batches run side by side. The default is two, so that one is in flight while the other is computed. */
  readonly atOnce?: number;
  /** How many items a batch has at most. The default is 500. */
  readonly most?: number;
}

/** Returns the results in the order of the items, within the given time. */
export type RunBatch<Item, Result> = (
  items: readonly Item[],
  withinMs: number,
) => Promise<readonly Result[]>;

/** Throws what the batch throws, and `StoreFailure` once the time is up. */
export function inBatches<Item, Result>(
  run: RunBatch<Item, Result>,
  { boundMs, atOnce = 2, most = 500 }: BatchOptions,
): (item: Item) => Promise<Result> {
  let gathered: Waiting<Item, Result>[] = [];
  /** Ordered by deadline. Settled items are removed when the timer fires. */
  let open: Waiting<Item, Result>[] = [];
  let watching = false;
  let running = 0;
  let due = false;

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const until = performance.now() + boundMs;
    const asked = { item, until, resolve, reject, settled: false };
    gathered.push(asked);
    open.push(asked);
    watch();
    beginSoon();
    return promise;
  };

  /** Begins at the end of the turn, so that the batch includes everything that arrives in it. */
  function beginSoon(): void {
    if (due || running >= atOnce || gathered.length === 0) return;
    due = true;
    setImmediate(begin);
  }

  function begin(): void {
    due = false;
    const waiting = gathered.filter((one) => !one.settled);
    const batch = waiting.slice(0, most);
    gathered = waiting.slice(most);
    const last = batch.at(-1);
    if (last === undefined) return;
    running += 1;
    void performed(batch, last.until).finally(() => {
      running -= 1;
      beginSoon();
    });
    beginSoon();
  }

  async function performed(batch: readonly Waiting<Item, Result>[], until: number): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await run(items, until - performance.now());
      for (const [at, one] of batch.entries()) {
        one.settled = true;
        one.resolve(results[at] as Result);
      }
    } catch (error) {
      for (const one of batch) {
        one.settled = true;
        one.reject(error);
      }
    }
  }

  /** A timer for all items, set to the earliest deadline. */
  function watch(): void {
    const [first] = open;
    if (watching || first === undefined) return;
    watching = true;
    setTimeout(expire, Math.max(1, first.until - performance.now())).unref();
  }

  function expire(): void {
    watching = false;
    const now = performance.now();
    for (const one of open) {
      if (one.settled) continue;
      if (one.until > now) break;
      one.settled = true;
      one.reject(new StoreFailure("the database didn't respond in time"));
    }
    open = open.filter((one) => !one.settled);
    watch();
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  /** The deadline by the monotonic clock. */
  readonly until: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  settled: boolean;
}
