import { mkdirSync } from "node:fs";
import type { Command } from "commander";
import { migrateSqliteFile } from "../storage/sql/sqlite.ts";
import { print } from "./outcome.ts";
import { configFromEnvironment } from "./stores.ts";

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("Bring the ledger to this version's schema; a starting server does the same")
    .option("--json", "print one JSON object")
    .action(async ({ json }: { json?: true }) => {
      const { database, dataDir } = configFromEnvironment();
      if (database !== ":memory:") mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const applied = await migrateSqliteFile(database);
      const line = applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to do";
      print(json, { applied }, [line]);
    });
}
