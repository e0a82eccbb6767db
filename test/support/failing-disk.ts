/** A disk that fails on demand: a library, compiled for the test and preloaded into a server's process. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface FailingDisk extends Disposable {
  /** The environment variables of a process that uses this disk. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * From now on these calls fail; without rules, none fails. `sync -wal`: syncs of files whose path ends in `-wal`.
   * `full /data/`: files whose path contains `/data/` cannot grow.
   */
  fail(...rules: readonly `${"read" | "write" | "sync" | "sync-once" | "full"} ${string}`[]): void;
}

const source = fileURLToPath(new URL("./failing-disk.c", import.meta.url));

/** Returns undefined if there is no C compiler, or if this is not Linux. */
export function failingDisk(): FailingDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), "countersign-disk-"));
  // A process of another user has to read the rules as well.
  chmodSync(directory, 0o755);
  const library = join(directory, "failing-disk.so");
  const rules = join(directory, "rules");
  const compiled = spawnSync("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"]);
  if (process.platform !== "linux" || compiled.status !== 0) {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  return {
    variables: { LD_PRELOAD: library, FAILING_DISK: rules },
    fail(...lines) {
      rmSync(rules, { force: true });
      if (lines.length > 0) writeFileSync(rules, `${lines.join("\n")}\n`);
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
