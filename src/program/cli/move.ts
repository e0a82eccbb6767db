import { type Command, InvalidArgumentError } from "commander";
import type { Config } from "../../config/config.ts";
import { type PostgresAddress, postgresAddress } from "../../config/postgres-address.ts";
import { keysSetting } from "../../config/setting-names.ts";
import { exists, isShared, moveToPostgres } from "../stores.ts";
import { print, WrongUse } from "./outcome.ts";
import { configFromEnvironment } from "./stores.ts";

export function addMoveCommand(program: Command): void {
  program
    .command("move")
    .description(
      "Copy the SQLite database to an empty PostgreSQL database and compare both. Stop the server first. A move that was interrupted continues where it stopped. The SQLite database stays as it is.",
    )
    .requiredOption(
      "--to <url>",
      "the target, postgres://user@host/database?sslmode=…; set the password in PGPASSWORD, where other users of this machine can't see it",
      readAddress,
    )
    .option("--json", "print one JSON object")
    .action(move);
}

async function move({ to, json }: { to: PostgresAddress; json?: true }): Promise<void> {
  const config = configFromEnvironment();
  rejectNoSource(config);
  const { tables, rejectsUntil } = await moveToPostgres(config, to, (message) =>
    process.stderr.write(`countersign: ${message}\n`),
  );
  const until = rejectsUntil > Date.now() ? new Date(rejectsUntil).toISOString() : undefined;
  const lines = [
    ...tables.map(
      ({ name, rows, sha256 }) => `${name.padEnd(20)} ${String(rows).padStart(10)}  ${sha256}`,
    ),
    "",
    `The database ${config.database} is now also in ${to.name}. The counts and digests of all tables match.`,
    "",
    `1. Set COUNTERSIGN_DATABASE_URL to the PostgreSQL database for every server and every command. The key ring stays the same (${ringIn(config)}); every server needs it.`,
    "2. Start the servers. Every token, secret, session and password works as before.",
    `3. Don't start a server on ${config.database} again: it would accept what has been revoked since. It is unchanged; delete it when you no longer need it.`,
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

function rejectNoSource(config: Config): void {
  const { database } = config;
  if (isShared(config)) {
    throw new WrongUse(
      "COUNTERSIGN_DATABASE_URL already names a PostgreSQL database; unset it, or set it to the SQLite database that you want to move",
    );
  }
  if (exists(database)) return;
  throw new WrongUse(
    `there is no database ${database}; set COUNTERSIGN_DATA_DIR or COUNTERSIGN_DATABASE_URL to the database that you want to move`,
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
