/** Whether there is room for what the service writes, on a disk that SQLite can use. A full disk fails every write. */
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
  const places = await ownPlaces(config);
  const found = await Promise.all(places.map(lookedAt));
  if (ledgerFilesOf(config) === undefined) return found;
  return [...found, ...(await Promise.all(places.map(remote))).filter((one) => one !== undefined)];
}

async function remote(place: string): Promise<Finding | undefined> {
  // Other systems number their file systems in another way.
  if (process.platform !== "linux") return undefined;
  try {
    return networkFinding(place, (await statfs(place)).type);
  } catch {
    return undefined;
  }
}

/** `type`: the number that Linux gives the file system. */
function networkFinding(place: string, type: number): Finding | undefined {
  const name = networkFileSystems.get(type >>> 0);
  if (name === undefined) return undefined;
  return warning(
    "disk",
    `${place} is on a network file system (${name}), on which SQLite's locks and writes aren't reliable: the database can be damaged, and two servers could use it at once`,
    "Put the data directory and the database on a local disk or a block volume, or use PostgreSQL",
  );
}

/** From linux/magic.h and the sources of these file systems. FUSE is missing, because it may be local as well. */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x00c36400, "Ceph"],
  [0x01021997, "9P"],
  [0x5346414f, "AFS"],
  [0x73757245, "Coda"],
  [0x0bd00bd0, "Lustre"],
  [0x47504653, "GPFS"],
  [0x19830326, "BeeGFS"],
]);

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
