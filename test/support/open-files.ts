/** What this process has open. Only Linux says. */
import { readdirSync, readlinkSync } from "node:fs";

export interface OpenFile {
  readonly file: number;
  readonly path: string;
}

/** The files of a directory that this process has open. */
export function openFilesIn(directory: string): readonly OpenFile[] {
  return readdirSync("/proc/self/fd").flatMap((name) => {
    const path = targetOf(`/proc/self/fd/${name}`);
    return path.startsWith(directory) ? [{ file: Number(name), path }] : [];
  });
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
