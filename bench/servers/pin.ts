/** Processes on cores of their own, so that what is measured is one core's work and the generator takes none of it. */
import { execFileSync } from "node:child_process";
import { availableParallelism, platform } from "node:os";

export type Core = "the server's" | "the generator's";

/**
 * All threads of the process, and those that it starts from now on. Does nothing where there is one core, or no
 * `taskset`.
 */
export function pin(pid: number | undefined, core: Core): void {
  if (!pins || pid === undefined) return;
  const number = core === "the server's" ? "0" : "1";
  execFileSync("taskset", ["-a", "-p", "-c", number, String(pid)], { stdio: "ignore" });
}

/** Whether `pin` does anything. */
export const pins = platform() === "linux" && availableParallelism() > 1 && hasTaskset();

function hasTaskset(): boolean {
  try {
    execFileSync("taskset", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
