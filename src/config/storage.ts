/** Where the service keeps what it keeps, and under which keys. */
import { join, resolve } from "node:path";
import { type KeysFrom, keysShape, parseKeys } from "../keys/key-sources.ts";
import { ConfigProblem, type ConfigRow } from "./row.ts";

export interface Kept {
  readonly dataDir: string;
  /** The path of the ledger's file, or `:memory:`. */
  readonly database: string;
  readonly keys: KeysFrom;
}

export const storageRows = {
  dataDir: {
    name: "DATA_DIR",
    meaning:
      "The directory of the ledger, the key ring, and the replay journal. Only one server can use it at a time.",
    shape: "a path",
    example: "/var/lib/countersign",
    default: "./data",
    read: (text) => resolve(text),
  },
  database: {
    name: "DATABASE_URL",
    meaning:
      "Where the ledger is stored. Default: `countersign.db` in the data directory. `sqlite::memory:` stores nothing.",
    shape: "sqlite: and a path",
    example: "sqlite:/var/lib/countersign/ledger.db",
    default: "",
    read: readDatabase,
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
      "A file with the key ring, readable only by its owner. The service doesn't write to it. Default: `keys` in the data directory.",
    shape: "a path",
    example: "/run/secrets/countersign-keys",
    default: "",
    read: (text) => resolve(text),
  },
} as const satisfies Record<string, ConfigRow>;

/** Whether the key ring comes in a variable or a file; `dataDir` has the file unless another is named. */
export function keysFrom(
  given: string | undefined,
  file: string | undefined,
  dataDir: string,
): KeysFrom {
  if (given === undefined) return { file: file ?? join(dataDir, "keys") };
  if (file === undefined) return { given };
  throw new ConfigProblem(["KEYS", "KEYS_FILE"], "both are set; unset one of them");
}

/** Where the ledger is unless a setting says otherwise. */
export function ledgerIn(dataDir: string): string {
  return join(dataDir, "countersign.db");
}

/** Whether the key ring is a file of the service's own, which it makes and `keys rotate` may write. */
export function ownsKeyFile(config: Kept): boolean {
  return "file" in config.keys && config.keys.file === join(config.dataDir, "keys");
}

function readDatabase(text: string): string {
  const [, path] = /^sqlite:(.+)$/.exec(text) ?? [];
  if (path === undefined) {
    throw new Error("this version keeps its ledger in SQLite, and the value is not a sqlite: one");
  }
  return path === ":memory:" ? path : resolve(path.replace(/^\/\/(?=\/)/, ""));
}
