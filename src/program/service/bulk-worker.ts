/** Does what administrators have begun to do to many tokens or applications, in steps, whichever process has time. */
import { bulkStepSize } from "../../domain/bulk-action.ts";
import type { BulkActionId } from "../../domain/credentials.ts";
import type { BulkActions } from "../../domain/ports/bulk-actions.ts";

export interface BulkWorker extends AsyncDisposable {
  /** Looks now, without waiting for the next time. */
  look(): void;
}

interface Options {
  readonly ledger: Pick<BulkActions, "waitingBulkActions" | "stepBulkAction">;
  readonly clock: () => number;
  /** What tells this process from others. */
  readonly lease: string;
  /** Called when the database could not be read or written. It is tried again. */
  readonly failed: (reason: string) => void;
}

const lookEveryMs = 5_000;

/** After a step, it waits as long as the step took, but at most this long: other writes get their turn. */
const maxPauseMs = 500;

export function openBulkWorker({ ledger, clock, lease, failed }: Options): BulkWorker {
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  let looksAgain = false;
  const timer = setInterval(look, lookEveryMs).unref();
  look();
  return {
    look,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };

  function look(): void {
    if (stopping.signal.aborted) return;
    looksAgain = working !== undefined;
    working ??= work().finally(() => {
      working = undefined;
      if (looksAgain) look();
    });
  }

  async function work(): Promise<void> {
    try {
      let ids = await ledger.waitingBulkActions(lease, clock());
      while (ids.length > 0 && !stopping.signal.aborted) {
        const goOn: BulkActionId[] = [];
        for (const id of ids) {
          if (stopping.signal.aborted) return;
          const begin = performance.now();
          const step = { id, lease, now: clock(), most: bulkStepSize };
          if ((await ledger.stepBulkAction(step)) === "goes-on") goOn.push(id);
          await pause(Math.min(performance.now() - begin, maxPauseMs));
        }
        ids = goOn;
      }
    } catch (error) {
      failed(String(error));
    }
  }

  /** A stop ends it. */
  function pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timeout = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timeout);
      resolve();
    };
    stopping.signal.addEventListener("abort", stop, { once: true });
    return promise.finally(() => stopping.signal.removeEventListener("abort", stop));
  }
}
