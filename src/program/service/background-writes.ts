import type { Logger } from "pino";
import type { BackgroundWrites } from "../../verification/dependencies.ts";
import { pace } from "./pace.ts";

/** Anonymous callers begin these writes, so a database that fails must not fill the log. */
const ofAll = { atOnce: 10, everyMs: 60_000 };

export function openBackgroundWrites(
  log: Pick<Logger, "warn">,
  now: () => number = () => performance.now(),
): BackgroundWrites & AsyncDisposable {
  const inProgress = new Set<Promise<void>>();
  const lines = pace(ofAll);
  let others = 0;

  return {
    begin(name, write) {
      const ended = made(name, write).finally(() => inProgress.delete(ended));
      inProgress.add(ended);
    },
    settled,
    [Symbol.asyncDispose]: settled,
  };

  async function made(name: string, write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      tell(name, String(error));
    }
  }

  function tell(write: string, reason: string): void {
    if (!lines.take(now())) {
      others += 1;
      return;
    }
    log.warn({ write, reason, ...(others > 0 && { others }) }, "a background write failed");
    others = 0;
  }

  async function settled(): Promise<void> {
    while (inProgress.size > 0) await Promise.all(inProgress);
  }
}
