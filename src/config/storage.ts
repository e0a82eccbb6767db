import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { readSecretLine } from "../tools/files/secret-file.ts";
import { type KeysFrom, keysShape, parseKeys } from "../tools/keys/key-sources.ts";
import { type PostgresAddress, postgresAddress } from "./postgres-address.ts";
import { atFile } from "./read-error.ts";
import { ConfigProblem, type ConfigRow, type ValuesOf } from "./row.ts";

const maxProcesses = 256;

export const storageRows = {
  dataDir: {
    name: "DATA_DIR",
    meaning:
      "The directory of the SQLite database, the key ring, and the nonce journal. Only one server can use it at a time. With PostgreSQL, it contains only the link for the first administrator, and the key ring if no other setting provides it.",
    shape: "a path",
    example: "/var/lib/countersign",
    default: "./data",
    read: (text) => resolve(text),
  },
  database: {
    name: "DATABASE_URL",
    meaning:
      "The database. Default: `countersign.db` in the data directory. `sqlite::memory:` stores nothing. PostgreSQL also stores nonces and the counts of rate limits, so any number of servers can share it. You can name several hosts, separated by commas; the servers use the one that accepts writes.",
    shape:
      "sqlite: and a path, or postgres://user:password@host:port/database with sslmode=disable, require, verify-ca, or verify-full (optional on the loopback)",
    example: "postgres://countersign:password@db.example.com/countersign?sslmode=verify-full",
    default: "",
    read: readDatabase,
    secret: (text) => /^postgres/.test(text),
  },
  databaseFile: {
    name: "DATABASE_URL_FILE",
    meaning:
      "A file with the database's URL, instead of DATABASE_URL, so that no variable contains the password. Its group may read it, other accounts may not.",
    shape: "a path",
    example: "/run/secrets/countersign-database",
    default: "",
    read: (text) => resolve(text),
  },
  databaseTimeout: {
    name: "DATABASE_TIMEOUT",
    meaning:
      "How long PostgreSQL can take to respond, in milliseconds. After that, the request is rejected with 503.",
    shape: "a whole number from 100 to 60000",
    example: "2000",
    default: "1000",
    read(text) {
      const ms = Number(text);
      if (!/^\d{3,5}$/.test(text) || ms < 100 || ms > 60_000) {
        throw new Error(`${JSON.stringify(text)} is out of range or not a number`);
      }
      return ms;
    },
  },
  processes: {
    name: "PROCESSES",
    meaning:
      "How many processes serve, all on the same ports. `auto` starts one for each core. More than one requires PostgreSQL. Limits of the process, such as MAX_CONNECTIONS, apply to each.",
    shape: `auto, or a whole number from 1 to ${maxProcesses}`,
    example: "auto",
    default: "1",
    read(text) {
      if (text === "auto") return text;
      if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > maxProcesses) {
        throw new Error(`${JSON.stringify(text)} is out of range or not a number`);
      }
      return Number(text);
    },
  },
  givenKeys: {
    name: "KEYS",
    meaning:
      "The key ring that encrypts secrets at rest. Default: a file created at the first start.",
    shape: keysShape,
    example: "k1:c2l4dGVlbiBieXRlcywgdHdpY2UgdGhpcnR5dHdvISE=",
    default: "",
    read: (text) => {
      parseKeys(text);
      return text;
    },
    secret: true,
  },
  keysFile: {
    name: "KEYS_FILE",
    meaning:
      "A file with the key ring. Its group may read it, other accounts may not. The service doesn't write to it. Default: `keys` in the data directory.",
    shape: "a path",
    example: "/run/secrets/countersign-keys",
    default: "",
    read: (text) => resolve(text),
  },
} as const satisfies Record<string, ConfigRow>;

export type StorageSettings = Readonly<ReturnType<typeof storageSettings>>;

export function storageSettings(values: ValuesOf<typeof storageRows>) {
  const { givenKeys, keysFile, dataDir, database, databaseFile, databaseTimeout } = values;
  const place = databaseFrom(databaseGiven(database, databaseFile), dataDir);
  return {
    dataDir,
    databaseFile,
    ...place,
    databaseTimeout,
    processes: processesFrom(values.processes, place.postgres !== undefined),
    keys: keysFrom(givenKeys, keysFile, dataDir),
  };
}

/** The key ring comes from a variable or a file, by default in `dataDir`. */
function keysFrom(given: string | undefined, file: string | undefined, dataDir: string): KeysFrom {
  if (given === undefined) return { file: file ?? join(dataDir, "keys") };
  if (file === undefined) return { given };
  throw new ConfigProblem(["KEYS", "KEYS_FILE"], "both are set; unset one of them");
}

export function ledgerIn(dataDir: string): string {
  return join(dataDir, "countersign.db");
}

/** The same settings, with the SQLite database of the data directory. */
export function withDefaultDatabase<T extends StorageSettings>(settings: T): T {
  return { ...settings, database: ledgerIn(settings.dataDir), postgres: undefined };
}

/** If so, the service creates the key ring's file and `keys rotate` can change it. */
export function ownsKeyFile(config: StorageSettings): boolean {
  return "file" in config.keys && config.keys.file === join(config.dataDir, "keys");
}

/** Throws `ConfigProblem` for several processes on SQLite: each would accept nonces that another has accepted. */
function processesFrom(given: "auto" | number, isPostgres: boolean): number {
  if (given !== 1 && !isPostgres) {
    throw new ConfigProblem(
      ["PROCESSES"],
      "a SQLite database can be served by only one process, because the nonces are in its memory; set COUNTERSIGN_DATABASE_URL to a PostgreSQL database, or leave this unset",
    );
  }
  return given === "auto" ? Math.min(availableParallelism(), maxProcesses) : given;
}

type Database = { readonly path: string } | { readonly postgres: PostgresAddress };

function readDatabase(text: string): Database {
  if (/^postgres(ql)?:/.test(text)) return { postgres: postgresAddress(text) };
  const [, path] = /^sqlite:(.+)$/.exec(text) ?? [];
  if (path === undefined) throw new Error("it must start with sqlite: or postgres:");
  return { path: path === ":memory:" ? path : resolve(path.replace(/^\/\/(?=\/)/, "")) };
}

/** Throws `ConfigProblem`, which doesn't contain the URL. */
function databaseGiven(
  given: Database | undefined,
  file: string | undefined,
): Database | undefined {
  if (file === undefined) return given;
  if (given !== undefined) {
    throw new ConfigProblem(["DATABASE_URL", "DATABASE_URL_FILE"], "both are set; unset one");
  }
  try {
    return readDatabase(readSecretLine(file));
  } catch (error) {
    const { shape } = storageRows.database;
    throw new ConfigProblem(["DATABASE_URL_FILE"], `${atFile(file, error)}; it has ${shape}`);
  }
}

interface DatabasePlace {
  /** The path of the database's file, or `:memory:`. For PostgreSQL, its name in messages. */
  readonly database: string;
  readonly postgres: PostgresAddress | undefined;
}

function databaseFrom(given: Database | undefined, dataDir: string): DatabasePlace {
  if (given === undefined) return { database: ledgerIn(dataDir), postgres: undefined };
  if ("path" in given) return { database: given.path, postgres: undefined };
  return { database: given.postgres.name, postgres: given.postgres };
}
