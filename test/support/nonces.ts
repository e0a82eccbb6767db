/**
 * The content of a nonce store, read from outside: one file of the journal for each minute on SQLite, one table on
 * PostgreSQL.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ledgerDatabase } from "./ledger-database.ts";
import type { TestService } from "./service.ts";

type Seen = Pick<TestService, "dataDir" | "dependencies" | "memory">;

const bytesOfOne = 16;

/** The minutes for which there is a file or a table, by its name. */
export async function minutesKept(service: Seen): Promise<readonly string[]> {
  if (service.dependencies.config.postgres === undefined) {
    return readdirSync(journalOf(service)).filter((name) => name.endsWith(".nonces"));
  }
  await using database = await ledgerDatabase(service);
  const tables = await database.rows(
    "select relname as name from pg_class where relkind = 'r' and relname ~ '^nonce_60000_[0-9]+$'",
  );
  return tables.map(({ name }) => String(name));
}

/** The number of nonces written, in all minutes together. */
export async function noncesWritten(service: Seen): Promise<number> {
  const minutes = await minutesKept(service);
  const written = await Promise.all(minutes.map((name) => writtenTo(name, service)));
  return written.reduce((sum, count) => sum + count, 0);
}

async function writtenTo(name: string, service: Seen): Promise<number> {
  const file = join(journalOf(service), name);
  if (existsSync(file)) return statSync(file).size / bytesOfOne;
  await using database = await ledgerDatabase(service);
  const [row] = await database.rows(`select count(*)::int as written from ${name}`);
  return Number(row?.["written"]);
}

function journalOf({ dataDir }: Seen): string {
  return join(dataDir, "nonces");
}
