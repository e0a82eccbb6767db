/** What Linux tells of another process; undefined elsewhere. */
import { readdirSync, readFileSync } from "node:fs";

/**
 * Begins to count the CPU time of all its threads; the function that it returns says how much it was, in microseconds.
 */
export function cpuMeter(pid: number): () => number | undefined {
  const before = nanosecondsByThread(pid);
  return () => {
    const after = nanosecondsByThread(pid);
    if (before === undefined || after === undefined) return undefined;
    let sum = 0;
    for (const [thread, nanoseconds] of after) sum += nanoseconds - (before.get(thread) ?? 0);
    return sum / 1000;
  };
}

/** From schedstat, because the times in stat are in hundredths of a second. */
function nanosecondsByThread(pid: number): ReadonlyMap<string, number> | undefined {
  if (process.platform !== "linux") return undefined;
  const threads = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
      threads.set(thread, Number(text.split(" ", 1)[0]));
    } catch {
      // It ended meanwhile.
    }
  }
  return threads;
}

export function residentMegabytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, "status") ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** The first process that this one has started. */
export function childOf(pid: number): number | undefined {
  const first = read(pid, `task/${pid}/children`)?.split(" ", 1)[0];
  return first ? Number(first) : undefined;
}

function read(pid: number, file: string): string | undefined {
  return process.platform === "linux" ? readFileSync(`/proc/${pid}/${file}`, "utf8") : undefined;
}
