/** Backups of SQLite, and restoring from one. PostgreSQL has its own tools. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { ownsKeyFile } from "../config/storage.ts";
import { byCommandLine } from "../domain/audit-context.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../domain/credentials.ts";
import type { Ledger } from "../domain/ports/ledger.ts";
import type { Revocation, Settled } from "../domain/revocations.ts";
import {
  type BackedUp,
  checksumFileOf,
  keysFileOf,
  partOf,
  putKeyFile,
  rejectOtherChecksum,
  restoringOf,
} from "../storage/backup-files.ts";
import { engineFor } from "../storage/engine.ts";
import { makeDirectory } from "../storage/make-directory.ts";
import { copyRevocations } from "../storage/revocation-copy.ts";
import { type OpenedBy, openRing, type SealedFor, sealRing } from "../tools/keys/sealed-ring.ts";
import { hashPassword } from "../tools/passwords/passwords.ts";
import {
  holdStores,
  inspectStores,
  openStores,
  rejectOtherRing,
  rejectWithoutLedger,
  unlogged,
} from "./stores.ts";

export interface MadeBackup extends BackedUp {
  readonly checksumFile: string;
  /** This is undefined if the backup does not include the key ring. */
  readonly keysFile: string | undefined;
}

/** Called with a file that grows, while this thread is busy, and how large it becomes. */
export type Watch = (growing: { readonly file: string; readonly bytes: number }) => AsyncDisposable;

const unwatched: Watch = () => ({ async [Symbol.asyncDispose]() {} });

/**
 * Copies the database to `file`; a server may be running. `sealedFor` is who can decrypt the key ring; without it,
 * the ring is not included. Throws an Error that says why no backup was made, also if the ring is not the database's.
 * `tell` is called with problems that did not prevent the backup.
 */
export async function makeBackup(
  config: Config,
  file: string,
  sealedFor: SealedFor | undefined,
  tell: (message: string) => void,
  watch = unwatched,
): Promise<MadeBackup> {
  const backups = await engineFor(config).backups();
  rejectWithoutLedger(config);
  await rejectOtherRing(config, sealedFor !== undefined);
  const sealedKeys = sealedFor && (() => sealRing(ringText(config), sealedFor));
  const copy = async () => {
    await using _watched = watch({ file: partOf(file), bytes: statSync(config.database).size });
    return await backups.backUp(file, sealedKeys);
  };
  const made = {
    ...(await copy()),
    checksumFile: checksumFileOf(file),
    keysFile: sealedKeys && keysFileOf(file),
  };
  // A database of an older version is backed up before an upgrade, which must not happen here.
  if (!backups.isCurrent()) return made;
  try {
    await using stores = await openStores(config, unlogged);
    const details = { bytes: made.bytes };
    await stores.ledger.record({ ...byCommandLine(Date.now()), name: "backup.created", details });
  } catch (error) {
    tell(`the backup was created, but couldn't be recorded in the audit log: ${String(error)}`);
  }
  return made;
}

export interface RestoreOptions {
  /** Decrypts the key ring next to the backup. It is undefined if the ring is kept elsewhere. */
  readonly openedBy: OpenedBy | undefined;
  /** The revocations since then; undefined if no one copied them. */
  readonly revocations: readonly Revocation[] | undefined;
  /** Younger credentials end. */
  readonly issuedAfter: number | undefined;
  /** Whether the next start accepts signed requests at once, although some may have been accepted before. */
  readonly acceptReplays: boolean;
}

export interface Restored {
  readonly migrated: readonly string[];
  readonly settled: SettledLedger;
  /** Until when a service that starts now rejects signed requests, if it does. */
  readonly rejectsUntil: number | undefined;
}

/** Restores a backup into an empty data directory, or changes nothing and throws an Error that says why. */
export async function restoreBackup(
  config: Config,
  file: string,
  { openedBy, ...rest }: RestoreOptions,
  watch = unwatched,
): Promise<Restored> {
  const backups = await engineFor(config).backups();
  await rejectOtherChecksum(file);
  const ring = openedBy && (await ringBeside(config, file, openedBy));
  makeDirectory(config.dataDir);
  const { acceptReplays } = rest;
  const stage = async () => {
    const growing = { file: restoringOf(config.database), bytes: statSync(file).size };
    await using _watched = watch(growing);
    return await backups.stage(file, Date.now(), acceptReplays);
  };
  using staged = await stage();
  using _keys = ring === undefined ? undefined : keysUntilDone(config, ring);
  rejectWithoutRing(config);
  const settled = await settleStaged({ ...config, database: staged.path }, rest);
  staged.finish();
  _keys?.keep();
  const rejectsUntil = acceptReplays ? undefined : backups.restoredRejectsUntil(Date.now());
  return { migrated: staged.applied, settled, rejectsUntil };
}

export interface SettledLedger extends Settled {
  /** This many rows of the list were new to the database. */
  readonly applied: number;
  readonly applications: readonly { readonly consumerKey: ConsumerKey; readonly name: string }[];
  /** These users need a link to set a new password. */
  readonly users: readonly string[];
}

/** Ends in a restored database, on either engine, what was revoked since its backup and what may have been. */
export async function settle(
  ledger: Ledger,
  {
    revocations = [],
    issuedAfter,
    acceptReplays = false,
  }: Pick<RestoreOptions, "revocations" | "issuedAfter"> &
    Partial<Pick<RestoreOptions, "acceptReplays">>,
): Promise<SettledLedger> {
  const now = Date.now();
  const seed = randomBytes(32).toString("hex");
  const passwordHash = await hashPassword(randomBytes(32).toString("base64"));
  const applications = new Set<ApplicationId>();
  const users = new Set<UserId>();
  let applied = 0;
  for (let at = 0; at < revocations.length; at += rowsAtOnce) {
    const rows = revocations.slice(at, at + rowsAtOnce);
    const done = await ledger.revokeAgain({ rows, now, seed, passwordHash });
    applied += done.applied;
    for (const id of done.withoutSecret) applications.add(id);
    for (const id of done.withoutPassword) users.add(id);
  }
  const settled = await ledger.settleRestored(
    { now, issuedAfter, seed, revokedAgain: applied, replaysAccepted: acceptReplays },
    byCommandLine(now),
  );
  for (const id of settled.withoutSecret) applications.add(id);
  return {
    ...settled,
    applied,
    applications: await applicationsOf(ledger, applications),
    users: await screenNamesOf(ledger, users),
  };
}

/** This is small enough for one transaction on either engine. */
const rowsAtOnce = 200;

/**
 * Lets a SQLite database that was moved to PostgreSQL be used again, after the revocations there have been applied to
 * it. Returns undefined if it was not moved. Throws an Error that says what prevents it; then it is still marked.
 */
export async function undoMoveOf(
  config: Config,
  revocations: readonly Revocation[] | undefined,
): Promise<SettledLedger | undefined> {
  using _served = await holdStores(config);
  if ((await inspectStores(config)).inspected.movedProblem === undefined) return undefined;
  const settled = await settleMoved(config, revocations);
  await engineFor(config).undoMove(Date.now());
  return settled;
}

async function settleMoved(
  config: Config,
  revocations: readonly Revocation[] | undefined,
): Promise<SettledLedger> {
  await using stores = await openStores(config, unlogged, { evenMoved: true });
  return await settle(stores.ledger, { revocations, issuedAfter: undefined });
}

async function settleStaged(
  config: Config,
  options: Omit<RestoreOptions, "openedBy">,
): Promise<SettledLedger> {
  await using stores = await openStores(config, unlogged);
  return await settle(stores.ledger, options);
}

/** Returns how many rows it has. Throws an Error, and leaves the file, if it has rows that the database lacks. */
export async function copyRevocationList(ledger: Ledger, file: string): Promise<number> {
  const { rows } = await copyRevocations(ledger, file, async () => {
    throw new Error(
      `${file} has revocations that this database does not know: it is the list of a different database, or this one was restored without it. Apply it (\`countersign restore --revocations\`, or on PostgreSQL \`countersign revocations import\`), or use a different file`,
    );
  });
  return rows;
}

/** Applications that the list deletes later are left out. */
async function applicationsOf(ledger: Ledger, ids: ReadonlySet<ApplicationId>) {
  const found = await Promise.all([...ids].map((id) => ledger.applicationById(id)));
  return found
    .filter((one) => one !== undefined)
    .map(({ consumerKey, name }) => ({ consumerKey, name }));
}

async function screenNamesOf(ledger: Ledger, ids: ReadonlySet<UserId>): Promise<string[]> {
  const found = await Promise.all([...ids].map((id) => ledger.userById(id)));
  return found.flatMap((one) => (one === undefined ? [] : [one.screenName]));
}

function ringText({ keys }: Config): string {
  return "file" in keys ? readFileSync(keys.file, "utf8") : keys.given;
}

async function ringBeside(config: Config, file: string, by: OpenedBy): Promise<string> {
  if (!ownsKeyFile(config)) {
    throw new Error(
      "the settings provide a key ring, so the one in the backup wouldn't be used; unset COUNTERSIGN_KEYS and COUNTERSIGN_KEYS_FILE, or leave out --identity and --passphrase-file",
    );
  }
  return openedRing(file, by);
}

/** Throws an Error if there is no key ring next to the backup, or it can't be opened. */
export async function openedRing(file: string, by: OpenedBy): Promise<string> {
  const sealed = keysFileOf(file);
  if (!existsSync(sealed)) throw new Error(`there is no ${sealed}; the backup has no key ring`);
  try {
    return await openRing(readFileSync(sealed), by);
  } catch (error) {
    throw new Error(
      `${sealed} cannot be opened with that: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Removes the ring's file again unless the restore succeeds. */
function keysUntilDone({ keys }: Config, ring: string): Disposable & { keep(): void } {
  const file = "file" in keys ? keys.file : "";
  let isOurs = !existsSync(file);
  putKeyFile(file, ring);
  return {
    keep() {
      isOurs = false;
    },
    [Symbol.dispose]() {
      if (isOurs) rmSync(file, { force: true });
    },
  };
}

function rejectWithoutRing({ keys }: Config): void {
  if (!("file" in keys) || existsSync(keys.file)) return;
  throw new Error(
    `the key ring ${keys.file} is missing, and the database is useless without it: put it there, or use the one in the backup with --identity or --passphrase-file`,
  );
}
