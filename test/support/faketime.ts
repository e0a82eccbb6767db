/** A process whose system clock is set: Debian's `faketime` answers it instead of the kernel. */
import { execFileSync } from "node:child_process";

export const withoutFaketime = "faketime is not installed (apt-get install faketime)";

/**
 * The environment variables of the process, besides FAKETIME or FAKETIME_TIMESTAMP_FILE, which set the clock. Undefined
 * if `faketime` is not installed.
 */
export function faketime(): Readonly<Record<string, string>> | undefined {
  try {
    const args = ["-f", "+0", "printenv", "LD_PRELOAD"];
    const library = execFileSync("faketime", args, { encoding: "utf8", stdio: "pipe" }).trim();
    // No one can set a monotonic clock.
    return { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: "1", DONT_FAKE_MONOTONIC: "1" };
  } catch {
    return undefined;
  }
}
