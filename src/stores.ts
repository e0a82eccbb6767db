/** Key ring and ledger: what a server and the command line both open, each in its own process. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import pino, { type Logger } from "pino";
import type { Config } from "./config/config.ts";
import { ConfigProblem } from "./config/row.ts";
import { ownsKeyFile } from "./config/storage.ts";
import type { AuditEvent } from "./domain/audit.ts";
import { KeyRing } from "./keys/key-ring.ts";
import { ensureKeyFile, type KeysFrom, keySource } from "./keys/key-sources.ts";
import { openSqliteLedger, type SqliteLedger } from "./storage/sql/sqlite.ts";
import { migrateSqliteFile } from "./storage/sql/sqlite-migration.ts";

/** The ledger and its keys, beside a server that may be running. Events are logged once they are committed, and `committed` hears of them first. */
export async function openStores(
  config: Config,
  log: Logger,
  committed: (event: AuditEvent) => void = () => {},
): Promise<{ ledger: SqliteLedger; keys: KeyRing } & AsyncDisposable> {
  makeDataDirectory(config);
  const keysFrom = keysOf(config);
  const keys = openKeyRing(keysFrom);
  const ledger = await openSqliteLedger({
    path: config.database,
    keys,
    keysFrom,
    committed(event) {
      committed(event);
      logEvent(log, event);
    },
  });
  return { ledger, keys, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() };
}

/** Brings the ledger to this version's schema; returns the names of the migrations that ran. */
export function migrateLedger(config: Config): Promise<readonly string[]> {
  makeDataDirectory(config);
  return migrateSqliteFile(config.database);
}

/** JSON lines on standard error. */
export function createLog(level: Config["logLevel"]): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}

function makeDataDirectory({ database, dataDir }: Config): void {
  if (database !== ":memory:") mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/** The key ring of a ledger in memory lives as long as the ledger that it encrypts, unless one is given. */
function keysOf(config: Config): KeysFrom {
  if (!ownsKeyFile(config) || !("file" in config.keys)) return config.keys;
  if (config.database === ":memory:") {
    return { given: `memory:${randomBytes(32).toString("base64")}` };
  }
  ensureKeyFile(config.keys.file);
  return config.keys;
}

function openKeyRing(keysFrom: KeysFrom): KeyRing {
  try {
    return new KeyRing(keySource(keysFrom));
  } catch (error) {
    throw new ConfigProblem(
      `the key ring cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function logEvent(log: Logger, event: AuditEvent): void {
  const { name, at: _, ...rest } = event;
  log.info({ event: name, ...rest }, name);
}
