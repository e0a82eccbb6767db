import { setTimeout as wait } from "node:timers/promises";

/** Asks until it is so, for a minute at most. */
export async function until(isSo: () => boolean | Promise<boolean>, everyMs = 5): Promise<void> {
  const most = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > most) throw new Error("it never came to be so");
    await wait(everyMs);
  }
}
