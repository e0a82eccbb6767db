/** Current problems of the database: for the health check, and for the log when one begins. */
import type { StoreProblem } from "../../domain/ports/maintenance.ts";

export type ProblemName = "read" | "commit" | "checkpoint" | "thread";

export interface Problems {
  /** `reason` is undefined once it works again. */
  note(name: ProblemName, reason: string | undefined): void;
  list(): readonly StoreProblem[];
}

const stopsWrites: Readonly<Record<ProblemName, boolean>> = {
  read: false,
  checkpoint: false,
  commit: true,
  thread: true,
};

/** How long a failed read counts as a problem, since nothing shows whether the next one would succeed. */
const readProblemMs = 60_000;

/** `began` is called when a problem begins, not each time it occurs. */
export function createProblems(began: (reason: string) => void): Problems {
  const noted = new Map<ProblemName, { reason: string; at: number }>();

  return {
    note(name, reason) {
      if (reason === undefined) {
        noted.delete(name);
        return;
      }
      const isNew = !isCurrent(name);
      noted.set(name, { reason, at: performance.now() });
      if (isNew) began(reason);
    },
    list() {
      return [...noted]
        .filter(([name]) => isCurrent(name))
        .map(([name, { reason }]) => ({ reason, stopsWrites: stopsWrites[name] }));
    },
  };

  function isCurrent(name: ProblemName): boolean {
    const since = noted.get(name)?.at;
    if (since === undefined) return false;
    return name !== "read" || performance.now() - since < readProblemMs;
  }
}
