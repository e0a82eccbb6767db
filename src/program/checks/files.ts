/**
 * Whether other accounts of this machine can read or change the service's files. A file with a secret is checked where
 * it is read.
 */
import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { ledgerFilesOf } from "../stores.ts";
import { type Finding, ok, reasonOf, warning } from "./finding.ts";

export async function checkFiles(config: Config): Promise<readonly Finding[]> {
  if (process.platform === "win32") return [];
  const { backupDir } = config;
  const findings = [
    ...(await openToOthers(config)),
    ...(backupDir === undefined ? [] : await openBackups(backupDir)),
  ];
  return findings.length > 0 ? findings : [ok("files", "Only their owner can read or change them")];
}

/** The directory of backups is not included. */
export async function openToOthers(config: Config): Promise<readonly Finding[]> {
  return (await Promise.all(placesOf(config).map(problemsWith))).flat();
}

/** The disk of this directory may not respond if it is on the network. */
export function openBackups(path: string): Promise<readonly Finding[]> {
  const setting = "COUNTERSIGN_BACKUP_DIR";
  return problemsWith({ path, setting, what: "the directory of backups", forbidden: byOthers });
}

interface Place {
  readonly path: string;
  /** The setting that leads to a directory. */
  readonly setting?: string;
  readonly what: string;
  readonly forbidden: number;
}

const byOthers = 0o077;
/** Others may read a certificate, but not change it. */
const writtenByOthers = 0o022;

function placesOf(config: Config): readonly Place[] {
  const { dataDir, tls } = config;
  const files = ledgerFilesOf(config);
  const setting = "COUNTERSIGN_DATA_DIR";
  const places: Place[] = [
    { path: dataDir, setting, what: "the data directory", forbidden: byOthers },
  ];
  if (files !== undefined) {
    places.push({ path: files.ledger, what: "the database", forbidden: byOthers });
    places.push({ path: files.log, what: "the database's log", forbidden: byOthers });
  }
  if (tls !== undefined) {
    places.push({ path: tls.cert, what: "the certificate", forbidden: writtenByOthers });
  }
  return places;
}

/** The service creates missing files with the right mode. */
async function problemsWith({
  path,
  setting,
  what,
  forbidden,
}: Place): Promise<readonly Finding[]> {
  try {
    const stats = await stat(path);
    const more = stats.mode & (isLent(stats) ? forbidden & 0o007 : forbidden);
    if (more === 0 || (await isHidden(path, stats.isDirectory()))) return [];
    const can = (more & 0o022) !== 0 ? "change" : "read";
    return [
      warning(
        "files",
        `Other accounts of this machine can ${can} ${what}, ${path} (mode ${modeOf(stats.mode)})`,
        isLent(stats)
          ? `Run as its owner: chmod o= ${path}. Or set ${setting} to a new directory in it, which the service creates for its own account alone`
          : `Run: chmod ${modeOf(stats.mode & ~forbidden)} ${path}`,
      ),
    ];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    return [
      warning(
        "files",
        `${path}, ${what}, can't be checked: ${reasonOf(error)}`,
        "Run this as the service account",
      ),
    ];
  }
}

/** An orchestrator gives the service a directory by making it a member of the directory's group. */
function isLent(stats: Stats): boolean {
  return stats.isDirectory() && stats.uid !== process.geteuid?.();
}

/** In a directory that no one else can enter, the modes of files do not matter. */
async function isHidden(path: string, isDirectory: boolean): Promise<boolean> {
  return !isDirectory && ((await stat(dirname(path))).mode & byOthers) === 0;
}

function modeOf(mode: number): string {
  return (mode & 0o777).toString(8);
}
