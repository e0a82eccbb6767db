/** Current problems of the ledger: for the health check, and for the log when one begins. */
import type { StoreTrouble } from "../../domain/ports/upkeep.ts";

export type TroubleName = "read" | "commit" | "checkpoint" | "thread";

export interface Troubles {
  /** `reason` is undefined once it works again. */
  note(name: TroubleName, reason: string | undefined): void;
  list(): readonly StoreTrouble[];
}

const stopsWrites: Readonly<Record<TroubleName, boolean>> = {
  read: false,
  checkpoint: false,
  commit: true,
  thread: true,
};

/** How long a failed read counts as a problem, since nothing tells whether the next one would succeed. */
const readTroubleMs = 60_000;

/** `began` is called when a problem begins, not each time it occurs. */
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
