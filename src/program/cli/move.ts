import { type Command, InvalidArgumentError } from "commander";
import type { Config } from "../../config/config.ts";
import { type PostgresAddress, postgresAddress } from "../../config/postgres-address.ts";
import { keysSetting, ledgerSetting } from "../../config/setting-names.ts";
import { undoMoveOf } from "../backups.ts";
import { exists, isShared, moveToPostgres } from "../stores.ts";
import { Failed, print, WrongUse, warn } from "./outcome.ts";
import { openProgress } from "./progress.ts";
import { settledLines, settledObject } from "./restore.ts";
import { readRevocations } from "./revocations-file.ts";
import { configFromEnvironment } from "./stores.ts";

interface MoveOptions {
  readonly to?: PostgresAddress;
  readonly undo?: true;
  readonly revocations?: string;
  readonly json?: true;
}

export function addMoveCommand(program: Command): void {
  program
    .command("move")
    .description(
      "Copy the SQLite database to an empty PostgreSQL database and compare both. Stop the server first. A move that was interrupted continues where it stopped. Afterwards, the SQLite database is marked, and no server or command uses it.",
    )
    .option(
      "--to <url>",
      "the target, postgres://user@host/database?sslmode=…; set the password in PGPASSWORD, where other users of this machine can't see it",
      readAddress,
    )
    .option(
      "--undo",
      "use the SQLite database again: it has nothing that changed in PostgreSQL since. All sessions and links end.",
    )
    .option(
      "--revocations <file>",
      "with --undo: what was revoked in PostgreSQL, the file that `countersign revocations export` wrote there",
    )
    .option("--json", "print one JSON object")
    .action((options: MoveOptions) => (options.undo ? undo(options) : move(options)));
}

async function move({ to, revocations, json }: MoveOptions): Promise<void> {
  if (to === undefined) {
    throw new WrongUse(
      "name the PostgreSQL database with --to, or use the SQLite database again with --undo",
    );
  }
  if (revocations !== undefined) throw new WrongUse("--revocations is only for --undo");
  const config = configFromEnvironment();
  rejectNoSource(config);
  if (config.backupDir !== undefined) warn(noBackups);
  using bar = openProgress({ json });
  const tell = (message: string) => {
    bar.clear();
    warn(message);
  };
  const { tables, rejectsUntil } = await moveToPostgres(config, to, tell, (done, of) =>
    bar.show({ done, of, unit: "rows copied and compared" }),
  );
  bar.clear();
  const until = rejectsUntil > Date.now() ? new Date(rejectsUntil).toISOString() : undefined;
  const backups = config.backupDir === undefined ? "" : ", and unset COUNTERSIGN_BACKUP_DIR";
  const lines = [
    ...tables.map(
      ({ name, rows, sha256 }) => `${name.padEnd(20)} ${String(rows).padStart(10)}  ${sha256}`,
    ),
    "",
    `The database ${config.database} is now also in ${to.name}. The counts and digests of all tables match.`,
    "",
    `1. Set COUNTERSIGN_DATABASE_URL to the PostgreSQL database for every server and every command${backups}. The key ring stays the same (${ringIn(config)}); every server needs it.`,
    "2. Start the servers. Every token, secret, session and password works as before.",
    `3. ${config.database} is marked: no server and no command uses it any longer, because it would accept what has been revoked since. Delete it when you no longer need it. Don't start a server on an earlier copy of it.`,
    ...(until === undefined
      ? []
      : [
          "",
          `Requests that were signed before ${until} may be rejected with 401 (code 135), so that none of them is accepted twice.`,
        ]),
  ];
  const counted = tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }]);
  print(
    json,
    { to: to.name, tables: Object.fromEntries(counted), rejects_until: until ?? null },
    lines,
  );
}

const noBackups =
  "COUNTERSIGN_BACKUP_DIR is set, and with it no server or command starts on PostgreSQL: unset it when you set COUNTERSIGN_DATABASE_URL. PostgreSQL needs backups of its own, and a regular `countersign revocations export`, because the service no longer writes revocations.jsonl";

async function undo({ to, revocations, json }: MoveOptions): Promise<void> {
  if (to !== undefined) throw new WrongUse("--to and --undo can't be used together");
  const config = configFromEnvironment();
  rejectNoSource(config);
  const list = revocations === undefined ? undefined : readRevocations(revocations, warn);
  const settled = await undoMoveOf(config, list);
  if (settled === undefined) throw new Failed(`the database ${config.database} was not moved`);
  print(json, settledObject(settled), [
    `The database ${config.database} can be used again.`,
    ...settledLines(settled),
    "",
    "Don't start a server on PostgreSQL again: each of the two would accept what is revoked in the other one. The next start here rejects signed requests (401, code 135) for up to six minutes, because it can't know which of them were accepted there.",
    ...(list === undefined
      ? [
          "If a server ran on PostgreSQL, what was revoked there is valid again here. To revoke it, write the list there (`countersign revocations export FILE`), and apply it here before the start (`countersign revocations import FILE`).",
        ]
      : []),
  ]);
}

function rejectNoSource(config: Config): void {
  const { database } = config;
  if (isShared(config)) {
    throw new WrongUse(
      `COUNTERSIGN_${ledgerSetting(config)} already names a PostgreSQL database; unset it, or set it to the SQLite database`,
    );
  }
  if (exists(database)) return;
  throw new WrongUse(
    `there is no database ${database}; set COUNTERSIGN_DATA_DIR or COUNTERSIGN_DATABASE_URL to the SQLite database`,
  );
}

function ringIn(config: Config): string {
  return "file" in config.keys ? config.keys.file : `COUNTERSIGN_${keysSetting(config)}`;
}

function readAddress(text: string): PostgresAddress {
  try {
    return postgresAddress(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? `${error.message}.` : String(error));
  }
}
