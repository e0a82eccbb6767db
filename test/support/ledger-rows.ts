import { ledgerTables } from "../../src/storage/sql/ledger-tables.ts";
import { ledgerDatabase } from "./ledger-database.ts";
import type { TestService } from "./service.ts";

/** The service writes them by itself, about requests that it decided. */
const written: ReadonlySet<string> = new Set([
  ...["use_count", "use_day", "logged_request", "source", "trait_use", "trait_user"],
]);
/** A column of `application`, of the same kind. */
const writtenDay = "used_day";

/**
 * Every row of the ledger by table, in an order that depends only on the rows. What changes by itself is left out.
 */
export async function rowsOf(
  service: Pick<TestService, "dataDir" | "dependencies" | "memory">,
): Promise<Record<string, Record<string, string>[]>> {
  await using database = await ledgerDatabase(service);
  const tables: Record<string, Record<string, string>[]> = {};
  for (const table of ledgerTables) {
    if (written.has(table)) continue;
    const rows = await database.rows(`select * from "${table}"`);
    const texts = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => name !== writtenDay)
          .map(([name, value]) => [name, String(value)]),
      ),
    );
    tables[table] = texts.sort((one, other) =>
      inOrder.compare(JSON.stringify(one), JSON.stringify(other)),
    );
  }
  return tables;
}

/** Orders numbers by their size, so that tables whose first column is an id are ordered by id. */
const inOrder = new Intl.Collator("en", { numeric: true });
