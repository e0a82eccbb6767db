/** A disk that fails on demand: a library that is preloaded into a server's process. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { preloaded } from "./preloaded.ts";

export interface FailingDisk extends Disposable {
  /** The environment variables of a process that uses this disk. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * From now on these calls fail; without rules, none fails. `sync -wal`: syncs of files whose path ends in `-wal`.
   * `full /data/`: files whose path contains `/data/` cannot grow.
   */
  fail(...rules: readonly `${"read" | "write" | "sync" | "sync-once" | "full"} ${string}`[]): void;
}

/** Returns undefined if there is no C compiler, or if this is not Linux. */
export function failingDisk(): FailingDisk | undefined {
  const library = preloaded("failing-disk");
  if (library === undefined) return undefined;
  const rules = join(library.directory, "rules");
  return {
    variables: { ...library.variables, FAILING_DISK: rules },
    fail(...lines) {
      rmSync(rules, { force: true });
      if (lines.length > 0) writeFileSync(rules, `${lines.join("\n")}\n`);
    },
    [Symbol.dispose]: () => library[Symbol.dispose](),
  };
}
