/** A library in C, compiled for a test and preloaded into a process, where it replaces functions of the system. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Preloaded extends Disposable {
  /** The environment variable of a process that has the library. */
  readonly variables: Readonly<Record<"LD_PRELOAD", string>>;
  /** An empty directory, which every user can read. */
  readonly directory: string;
}

/** `name`: a file in this folder, without `.c`. Returns undefined without a C compiler, or if this is not Linux. */
export function preloaded(name: string): Preloaded | undefined {
  const directory = mkdtempSync(join(tmpdir(), "countersign-preloaded-"));
  chmodSync(directory, 0o755);
  const library = join(directory, `${name}.so`);
  const source = fileURLToPath(new URL(`./${name}.c`, import.meta.url));
  const compiled = spawnSync("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"]);
  if (process.platform !== "linux" || compiled.status !== 0) {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  return {
    variables: { LD_PRELOAD: library },
    directory,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
