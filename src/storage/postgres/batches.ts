/**
 * What one turn of the event loop takes in shares one statement, and what comes while that runs shares the next. The
 * busier a node is, the fewer statements each request costs, and nobody waits for more than two round trips.
 */
import { StoreFailure } from "../../domain/refusals.ts";

export interface BatchOptions {
  /** Milliseconds after which an item without a result fails, however far its batch has come. */
  readonly boundMs: number;
  /** How many batches run side by side. */
  readonly atOnce: number;
  /** How many items a batch has at most. */
  readonly most: number;
  /**
   * Only the batch knows whether it changed something: an item that it has begun with waits for its word, and the batch
   * has no more time than the item that came first. An item for which little time is left by then fails unbegun.
   */
  readonly writes?: boolean;
}

/** The results in the order of the items, from work that may take this long. */
export type RunBatch<Item, Result> = (
  items: readonly Item[],
  withinMs: number,
) => Promise<readonly Result[]>;

/** Throws what the batch throws, and `StoreFailure` once the time is over. */
export function inBatches<Item, Result>(
  run: RunBatch<Item, Result>,
  { boundMs, atOnce, most, writes = false }: BatchOptions,
): (item: Item) => Promise<Result> {
  let gathered: Asked<Item, Result>[] = [];
  /** In the order of their time. Settled ones leave with the timer. */
  let open: Asked<Item, Result>[] = [];
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

  /** At the end of the turn, so that all that it takes in comes along. */
  function beginSoon(): void {
    if (due || running >= atOnce || gathered.length === 0) return;
    due = true;
    setImmediate(begin);
  }

  function begin(): void {
    due = false;
    if (writes) refuseUntil(performance.now() + boundMs / 4);
    const waiting = gathered.filter((one) => !one.settled);
    const batch = waiting.slice(0, most);
    gathered = waiting.slice(most);
    const bounding = batch.at(writes ? 0 : -1);
    if (bounding === undefined) return;
    if (writes) open = [...gathered];
    running += 1;
    void performed(batch, bounding.until).finally(() => {
      running -= 1;
      beginSoon();
    });
    beginSoon();
  }

  async function performed(batch: readonly Asked<Item, Result>[], until: number): Promise<void> {
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

  /** One timer for all, at the time of the one that waits for longest. */
  function watch(): void {
    const [first] = open;
    if (watching || first === undefined) return;
    watching = true;
    setTimeout(expire, Math.max(1, first.until - performance.now())).unref();
  }

  function expire(): void {
    watching = false;
    refuseUntil(performance.now());
    watch();
  }

  function refuseUntil(time: number): void {
    for (const one of open) {
      if (one.settled) continue;
      if (one.until > time) break;
      one.settled = true;
      one.reject(new StoreFailure("the database did not answer in time"));
    }
    open = open.filter((one) => !one.settled);
  }
}

interface Asked<Item, Result> {
  readonly item: Item;
  /** By the monotonic clock. */
  readonly until: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  settled: boolean;
}
