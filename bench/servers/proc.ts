/** What Linux tells of another process; undefined elsewhere. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** User and system time of all its threads so far, in microseconds. */
export function cpuMicros(pid: number): number | undefined {
  const stat = read(pid, "stat");
  if (stat === undefined) return undefined;
  // proc(5): the name in parentheses may hold spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticksPerSecond();
}

export function residentMegabytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, "status") ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function read(pid: number, file: string): string | undefined {
  return process.platform === "linux" ? readFileSync(`/proc/${pid}/${file}`, "utf8") : undefined;
}

let ticks: number | undefined;

function ticksPerSecond(): number {
  ticks ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return ticks;
}
