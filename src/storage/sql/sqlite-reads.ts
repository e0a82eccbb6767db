/** The ledger's reads. The hot ones are prepared at once; the query builder is loaded by the first that needs it. */
import type { DatabaseSync } from "node:sqlite";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import { type ReadName, readNames } from "./read-names.ts";
import { storeFailure } from "./sqlite-database.ts";
import { hotReads } from "./sqlite-hot-reads.ts";
import type { Snapshot } from "./sqlite-snapshot.ts";
import type { WriteName } from "./write-names.ts";

export type LedgerReads = Omit<Ledger, WriteName> & Pick<ReturnType<typeof hotReads>, "sweepable">;

export function sqliteReads(
  database: DatabaseSync,
  keys: KeyRing,
  snapshot: Snapshot,
): LedgerReads {
  let loading: ReturnType<typeof seldomReadsOn> | undefined;
  const seldom = readNames.map((name) => [
    name,
    async (...args: unknown[]) => {
      loading ??= seldomReadsOn(database);
      const { reads, db } = await loading;
      return (reads[name] as AnyRead)(db, ...args);
    },
  ]);
  const plain: Omit<LedgerReads, ReadName | keyof ReturnType<typeof hotReads>> = {
    // What every start asks, it asks without the query builder.
    applicationLimits: () =>
      database
        .prepare("select id, limits from application where limits is not null")
        .all()
        .map(({ id, limits }) => ({
          applicationId: String(id) as ApplicationId,
          limits: JSON.parse(String(limits)),
        })),
    hasOperator: () =>
      database.prepare('select 1 from "user" where is_operator = 1 limit 1').get() !== undefined,
    ping: () => {
      database.prepare("select count(*) from kysely_migration").get();
    },
  };
  const all: Record<string, AnyRead> = { ...Object.fromEntries(seldom), ...plain };
  const guarded = Object.entries(all).map(([name, read]) => [name, failingAsStore(name, read)]);
  return { ...hotReads(database, keys, snapshot), ...Object.fromEntries(guarded) };
}

async function seldomReadsOn(database: DatabaseSync) {
  const [{ reads }, { kyselyOver }] = await Promise.all([
    import("./reads.ts"),
    import("./kysely-over.ts"),
  ]);
  return { reads, db: kyselyOver(database) };
}

type AnyRead = (...args: unknown[]) => unknown;

/** SQLite's errors leave this folder as `StoreFailure`, whether thrown or rejected. */
function failingAsStore(name: string, read: AnyRead): AnyRead {
  const fail = (error: unknown): never => {
    throw storeFailure(error, `the ledger's ${name}`);
  };
  return (...args) => {
    try {
      const answer = read(...args);
      return answer instanceof Promise ? answer.catch(fail) : answer;
    } catch (error) {
      return fail(error);
    }
  };
}
