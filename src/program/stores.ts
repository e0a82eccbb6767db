/** Opens the key ring and the database, for a server or a command. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { PostgresAddress } from "../config/postgres-address.ts";
import { readError } from "../config/read-error.ts";
import { ConfigProblem } from "../config/row.ts";
import {
  besideSetting,
  keysSetting,
  ledgerSetting,
  namingSetting,
} from "../config/setting-names.ts";
import { ownsKeyFile } from "../config/storage.ts";
import type { AuditEvent } from "../domain/audit.ts";
import { byCommandLine } from "../domain/audit-context.ts";
import { StoreFailure } from "../domain/errors.ts";
import type { Ledger, LedgerFiles } from "../domain/ports/ledger.ts";
import { engineFor } from "../storage/engine.ts";
import { exists } from "../storage/exists.ts";
import {
  type GivenKeyRing,
  LedgerMissing,
  LedgerMoved,
  RingMismatch,
} from "../storage/given-key-ring.ts";
import type { Inspected } from "../storage/inspected.ts";
import { makeDirectory } from "../storage/make-directory.ts";
import type { Move, Moved } from "../storage/move/move.ts";
import { ledgerMissing, ringMissing } from "../storage/sql/ring-check.ts";
import { schemaMigrations } from "../storage/sql/schema.ts";
import { KeyRing } from "../tools/keys/key-ring.ts";
import { ensureKeyFile, type KeysFrom, keySource } from "../tools/keys/key-sources.ts";

export { exists } from "../storage/exists.ts";
export type { Inspected } from "../storage/inspected.ts";

/** Returns undefined if the database is not in files of this machine. */
export function ledgerFilesOf(config: Config): LedgerFiles | undefined {
  return engineFor(config).files;
}

/** Whether several servers may serve the database, each with a data directory of its own. */
export function isShared(config: Config): boolean {
  return engineFor(config).isShared;
}

/** Stores log what was committed, and their problems. */
export type StoresLog = Pick<Logger, "info" | "error">;

export function engineName(config: Config): string {
  return engineFor(config).name;
}

/** Commands don't log, because their work is in the audit log. */
export const unlogged: StoresLog = { info() {}, error() {} };

/**
 * Opens the database and its keys, for a server (`serving`) or for a command while a server may be running. Throws if
 * the ring is not the database's. Only a server creates a database where there is none. Events are logged once they
 * are committed, after `committed` was called.
 */
export async function openStores(
  config: Config,
  log: StoresLog,
  {
    serving = false,
    evenMoved = false,
    committed = () => {},
    grouped = () => {},
  }: {
    readonly serving?: boolean;
    /** Whether to open a SQLite database that was moved to PostgreSQL. */
    readonly evenMoved?: boolean;
    readonly committed?: (event: AuditEvent) => void;
    /** Called with the number of writes that shared each commit. */
    readonly grouped?: (writes: number) => void;
  } = {},
): Promise<{ ledger: Ledger & AsyncDisposable; keys: KeyRing } & AsyncDisposable> {
  if (serving) await makeDataDirectory(config);
  const keysFrom = keysOf(config);
  const keys = await openingLedger(config, () =>
    engineFor(config).openRing(
      givenKeyRing(config, keysFrom, { serving, evenMoved, begins: serving }),
    ),
  );
  const ledger = await openingLedger(config, () =>
    engineFor(config).openLedger({
      keys,
      keysFrom,
      mayBlock: !serving,
      grouped,
      committed(event) {
        committed(event);
        logEvent(log, event);
      },
      onProblem(reason) {
        log.error({ reason }, "database error");
      },
    }),
  );
  return { ledger, keys, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() };
}

/** Migrates the database, or creates it. Returns the names of the migrations that ran. */
export async function migrateLedger(
  config: Config,
): Promise<{ readonly applied: readonly string[]; readonly created: boolean }> {
  await makeDataDirectory(config);
  const applied = await openingLedger(config, () =>
    engineFor(config).migrate(givenKeyRing(config, config.keys, { begins: true })),
  );
  return { applied, created: applied[0] === schemaMigrations[0] };
}

/**
 * Inspects the database and its ring without changing or creating them. `keys` is undefined if there is no ring.
 * Throws `ConfigProblem` if the ring can't be read, and an Error if the database can't.
 */
export async function inspectStores(
  config: Config,
): Promise<{ readonly inspected: Inspected; readonly keys: KeyRing | undefined }> {
  const offered = givenKeyRing(config, config.keys);
  const keys = offered.exists() ? offered.open() : undefined;
  return { keys, inspected: await openingLedger(config, () => engineFor(config).inspect(offered)) };
}

/**
 * Throws `ConfigProblem` if the ring is not the database's, or the database was moved. Changes nothing. With a database
 * of an older version no rings can be compared; `needed` then still requires one.
 */
export async function rejectOtherRing(config: Config, needed: boolean): Promise<void> {
  const { inspected, keys } = await inspectStores(config);
  const { ringProblem, movedProblem } = inspected;
  if (movedProblem !== undefined) throw withSettings(new LedgerMoved(movedProblem), config);
  if (ringProblem !== undefined) throw withSettings(new RingMismatch(ringProblem), config);
  if (needed && keys === undefined) {
    throw withSettings(ringMissing(config.database, givenKeyRing(config, config.keys)), config);
  }
}

/**
 * Makes this process the only server of its data directory and database until it ends. Throws an Error that names the
 * other one.
 */
export async function holdStores(config: Config): Promise<Disposable> {
  using held = new DisposableStack();
  const engine = engineFor(config);
  const { database, dataDir } = config;
  held.use(await namingSetting("DATA_DIR", dataDir, engine.holdDataDirectory));
  held.use(await namingSetting(ledgerSetting(config), database, engine.holdLedger));
  return held.move();
}

/** Throws an Error that names the other rotation, or reports that there is no database. */
export async function holdKeys(config: Config): Promise<Disposable | AsyncDisposable> {
  const [setting, place] = besideSetting(config);
  rejectWithoutLedger(config);
  return namingSetting(setting, place, engineFor(config).holdRotation);
}

/** For `countersign move`. Throws an Error that says what prevents it; running it again continues. */
export async function moveToPostgres(
  config: Config,
  to: PostgresAddress,
  tell: (message: string) => void,
  progress: Move["progress"] = () => {},
): Promise<Moved> {
  using _served = await holdStores(config).catch((error: Error) => {
    throw new Error(`the database can't be moved while a server uses it. ${error.message}`);
  });
  await using _rotated = await holdKeys(config);
  const files = ledgerFilesOf(config);
  if (files === undefined) throw new Error("only a database in a file can be moved");
  // This also migrates it. A move that was interrupted at its end has marked it already.
  const { ledger } = await openStores(config, unlogged, { evenMoved: true });
  await ledger[Symbol.asyncDispose]();
  const { moveLedger } = await import("../storage/move/move.ts");
  return moveLedger({
    ledger: files.ledger,
    journal: files.journal,
    to,
    boundMs: config.databaseTimeout,
    by: byCommandLine(Date.now()),
    tell,
    progress,
  });
}

async function makeDataDirectory({ database, dataDir }: Config): Promise<void> {
  if (database === ":memory:") return;
  await namingSetting("DATA_DIR", dataDir, () => makeDirectory(dataDir));
}

/** A failure of `open` names the setting, the path and the reason. */
async function openingLedger<T>(config: Config, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ConfigProblem) throw error;
    if (isAboutSettings(error)) throw withSettings(error, config);
    const ofFile = errorOfFile(error, config);
    if (ofFile !== undefined) {
      return namingSetting("DATA_DIR", config.dataDir, () => {
        throw ofFile;
      });
    }
    return namingSetting(ledgerSetting(config), config.database, () => {
      throw error instanceof StoreFailure ? engineFor(config).explained(error) : error;
    });
  }
}

/** Throws `ConfigProblem` if the configured SQLite database does not exist. */
export function rejectWithoutLedger(config: Config): void {
  const file = ledgerFilesOf(config)?.ledger;
  if (file === undefined || exists(file)) return;
  const offered = givenKeyRing(config, config.keys);
  const missing = ledgerMissing(file, offered, offered.exists());
  if (missing !== undefined) throw withSettings(missing, config);
}

function isAboutSettings(error: unknown): error is RingMismatch | LedgerMissing | LedgerMoved {
  return [RingMismatch, LedgerMissing, LedgerMoved].some((kind) => error instanceof kind);
}

function withSettings(
  error: RingMismatch | LedgerMissing | LedgerMoved,
  config: Config,
): ConfigProblem {
  const [ring, ledger] = [keysSetting(config), ledgerSetting(config)];
  const isAlone = !(error instanceof RingMismatch) || ring === ledger;
  return new ConfigProblem(isAlone ? [ledger] : [ring, ledger], error.message);
}

/** The error concerns a file in the data directory, which has the key ring wherever the database is. */
function errorOfFile(error: unknown, config: Config): Error | undefined {
  if (!isShared(config) || !(error instanceof Error)) return undefined;
  if ("path" in error && String(error.path).startsWith(config.dataDir)) return error;
  return errorOfFile(error.cause, config);
}

/** A database in memory has a key ring in memory, unless one is given. */
function keysOf(config: Config): KeysFrom {
  if (!ownsKeyFile(config) || !("file" in config.keys)) return config.keys;
  if (config.database === ":memory:") {
    return { given: `memory:${randomBytes(32).toString("base64")}` };
  }
  return config.keys;
}

function givenKeyRing(
  config: Config,
  from: KeysFrom,
  {
    serving = false,
    begins = false,
    evenMoved = false,
  }: Partial<Pick<GivenKeyRing, "serving" | "begins" | "evenMoved">> = {},
): GivenKeyRing {
  const own = ownsKeyFile(config);
  const file = "file" in from ? from.file : undefined;
  return {
    name: file ?? "that is given",
    own,
    exists: () => !own || file === undefined || existsSync(file),
    make: () => file !== undefined && ensureKeyFile(file),
    open: () => readKeyRing(config, from),
    serving,
    begins,
    evenMoved,
    now: Date.now(),
  };
}

function readKeyRing(config: Config, keysFrom: KeysFrom): KeyRing {
  try {
    return new KeyRing(keySource(keysFrom));
  } catch (error) {
    const why = readError(error);
    const where = "file" in keysFrom && !why.includes(keysFrom.file) ? `${keysFrom.file}: ` : "";
    throw new ConfigProblem([keysSetting(config)], `the key ring cannot be read: ${where}${why}`);
  }
}

function logEvent(log: StoresLog, event: AuditEvent): void {
  const { name, at: _, ...rest } = event;
  log.info({ event: name, ...rest }, name);
}
