/** What is wrong with the ledger at this moment: for the health check, and for the log when it begins. */
import type { StoreTrouble } from "../../domain/ports/upkeep.ts";

export type TroubleName = "read" | "commit" | "checkpoint" | "thread";

export interface Troubles {
  /** `reason` undefined: it works again. */
  note(name: TroubleName, reason: string | undefined): void;
  list(): readonly StoreTrouble[];
}

const stopsWrites: Readonly<Record<TroubleName, boolean>> = {
  read: false,
  checkpoint: false,
  commit: true,
  thread: true,
};

/** A failed read is a trouble for this long: nothing says when the next one would succeed. */
const readTroubleMs = 60_000;

/** `began` is called when a trouble begins, not each time it is met. */
export function createTroubles(began: (reason: string) => void): Troubles {
  const noted = new Map<TroubleName, { reason: string; at: number }>();

  return {
    note(name, reason) {
      if (reason === undefined) {
        noted.delete(name);
        return;
      }
      const isNew = !stands(name);
      noted.set(name, { reason, at: performance.now() });
      if (isNew) began(reason);
    },
    list() {
      return [...noted]
        .filter(([name]) => stands(name))
        .map(([name, { reason }]) => ({ reason, stopsWrites: stopsWrites[name] }));
    },
  };

  function stands(name: TroubleName): boolean {
    const since = noted.get(name)?.at;
    if (since === undefined) return false;
    return name !== "read" || performance.now() - since < readTroubleMs;
  }
}
