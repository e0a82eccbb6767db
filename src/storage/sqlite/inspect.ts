import { exists } from "../exists.ts";
import type { GivenKeyRing } from "../given-key-ring.ts";
import { type Inspected, noLedger } from "../inspected.ts";
import { inspect } from "../sql/inspect.ts";
import { openDatabase, storeFailure } from "./database.ts";
import { rejectOtherNames } from "./hard-links.ts";
import { kyselyOver } from "./kysely-over.ts";
import { appliedMigrations, isNew } from "./migration.ts";
import { movedMark, movedMessage } from "./moved-mark.ts";

/** Throws `StoreFailure`, and an Error if the database file has a second name. */
export async function inspectSqlite(path: string, offered: GivenKeyRing): Promise<Inspected> {
  if (!exists(path)) return noLedger;
  rejectOtherNames(path);
  const database = openDatabase(path);
  try {
    if (isNew(database)) return noLedger;
    const found = await inspect(kyselyOver(database), path, appliedMigrations(database), offered);
    const mark = movedMark(database);
    const movedProblem = mark && movedMessage(path, mark);
    return { ...found, movedProblem, clock: undefined };
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    database.close();
  }
}
