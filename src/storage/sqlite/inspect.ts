import { type Inspected, noLedger } from "../inspected.ts";
import { isThere } from "../is-there.ts";
import type { OfferedRing } from "../offered-ring.ts";
import { inspect } from "../sql/inspect.ts";
import { openDatabase, storeFailure } from "./database.ts";
import { kyselyOver } from "./kysely-over.ts";
import { appliedMigrations, isNew } from "./migration.ts";
import { refuseOtherNames } from "./one-name.ts";

/** Throws `StoreFailure`, and an Error if the ledger file has a second name. */
export async function inspectSqlite(path: string, offered: OfferedRing): Promise<Inspected> {
  if (!isThere(path)) return noLedger;
  refuseOtherNames(path);
  const database = openDatabase(path);
  try {
    if (isNew(database)) return noLedger;
    const found = await inspect(kyselyOver(database), path, appliedMigrations(database), offered);
    return { ...found, clock: undefined };
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    database.close();
  }
}
