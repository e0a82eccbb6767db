import { ledgerTables } from "../../src/storage/sql/ledger-tables.ts";
import { ledgerDatabase } from "./ledger-database.ts";
import type { TestService } from "./service.ts";

/** Every row of the ledger, by table, in an order that depends on nothing else; what is counted of use comes and goes by itself. */
export async function rowsOf(
  service: Pick<TestService, "dataDir" | "dependencies" | "memory">,
): Promise<Record<string, Record<string, string>[]>> {
  await using database = await ledgerDatabase(service);
  const tables: Record<string, Record<string, string>[]> = {};
  for (const table of ledgerTables) {
    if (table === "use_count" || table === "refused_request") continue;
    const rows = await database.rows(`select * from "${table}"`);
    const texts = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    );
    tables[table] = texts.sort((one, other) =>
      inOrder.compare(JSON.stringify(one), JSON.stringify(other)),
    );
  }
  return tables;
}

/** Numbers by their size: what has an id as its first column is in the order of ids. */
const inOrder = new Intl.Collator("en", { numeric: true });
