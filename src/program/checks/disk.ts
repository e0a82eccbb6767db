/** Whether there is room for what the service writes. A full disk fails every write. */
import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { ledgerFilesOf } from "../stores.ts";
import { type Finding, failure, ok, reasonOf, warning } from "./finding.ts";

export async function checkDisk(config: Config): Promise<readonly Finding[]> {
  const own = await checkOwnDisk(config);
  const { backupDir } = config;
  return backupDir === undefined ? own : [...own, ...(await checkBackupDisk(backupDir, config))];
}

export async function checkOwnDisk(config: Config): Promise<readonly Finding[]> {
  return Promise.all((await ownPlaces(config)).map(lookedAt));
}

/** A network disk may not respond. Returns nothing if the directory will be made on a disk of the service's own. */
export async function checkBackupDisk(
  backupDir: string,
  config: Config,
): Promise<readonly Finding[]> {
  const place = await nearest(backupDir);
  return (await ownPlaces(config)).includes(place) ? [] : [await lookedAt(place)];
}

async function ownPlaces(config: Config): Promise<readonly string[]> {
  const files = ledgerFilesOf(config);
  const places = [config.dataDir, ...(files ? [dirname(files.ledger)] : [])];
  return [...new Set(await Promise.all(places.map(nearest)))];
}

async function lookedAt(place: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(place);
    return diskFinding(place, { free: bavail * bsize, total: blocks * bsize });
  } catch (error) {
    return warning("disk", `${place}: ${reasonOf(error)}`, "Check the file system there");
  }
}

const fewBytes = 100e6;
const enoughBytes = 1e9;
const enoughShare = 0.05;

/** Sizes are in bytes. */
export function diskFinding(
  place: string,
  { free, total }: { free: number; total: number },
): Finding {
  const message = `${place} has ${megabytes(free)} of ${megabytes(total)} free`;
  if (free < fewBytes) {
    return failure("disk", message, "Free up space now: when the disk is full, all writes fail");
  }
  if (free < enoughBytes || free < total * enoughShare) {
    return warning("disk", message, "Free up space before it is full");
  }
  return ok("disk", message);
}

/** Returns the directory itself, or the one in which it will be made. */
async function nearest(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  try {
    await access(path);
    return path;
  } catch {
    return nearest(parent);
  }
}

/** Every start calls this, and to load what `Intl` knows of numbers would be 18 ms of it. */
function megabytes(bytes: number): string {
  return `${String(Math.floor(bytes / 1e6)).replace(/\B(?=(\d{3})+$)/g, ",")} MB`;
}
