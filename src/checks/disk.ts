/** Whether there is room for what the service writes. A full disk refuses every write. */
import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../config/config.ts";
import { type Finding, failure, ok, reasonOf, warning } from "./finding.ts";

export function checkDisk(config: Config): readonly Finding[] {
  const { dataDir, database, postgres, backupDir } = config;
  const inFile = postgres === undefined && database !== ":memory:";
  const places = [dataDir, ...(inFile ? [dirname(database)] : []), backupDir ?? dataDir];
  return [...new Set(places.map(nearest))].map((place) => {
    try {
      const { bavail, blocks, bsize } = statfsSync(place);
      return diskFinding(place, { free: bavail * bsize, total: blocks * bsize });
    } catch (error) {
      return warning("disk", `${place}: ${reasonOf(error)}`, "Look at the file system there");
    }
  });
}

const fewBytes = 100e6;
const enoughBytes = 1e9;
const enoughShare = 0.05;

/** Sizes in bytes. */
export function diskFinding(
  place: string,
  { free, total }: { free: number; total: number },
): Finding {
  const says = `${place} has ${megabytes(free)} of ${megabytes(total)} free`;
  if (free < fewBytes) {
    return failure("disk", says, "Make room there now: on a full disk every write is refused");
  }
  if (free < enoughBytes || free < total * enoughShare) {
    return warning("disk", says, "Make room there before it is full");
  }
  return ok("disk", says);
}

/** The directory itself, or the one in which it will be made. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

/** Every start asks for this, and to load what `Intl` knows of numbers would be 18 ms of it. */
function megabytes(bytes: number): string {
  return `${String(Math.floor(bytes / 1e6)).replace(/\B(?=(\d{3})+$)/g, ",")} MB`;
}
