import type { Command } from "commander";
import { migrateLedger } from "../stores.ts";
import { print } from "./outcome.ts";
import { configFromEnvironment } from "./stores.ts";

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("Update the ledger to the schema of this version; `serve` does it too")
    .option("--json", "print one JSON object")
    .action(async ({ json }: { json?: true }) => {
      const applied = await migrateLedger(configFromEnvironment());
      const line = applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to do";
      print(json, { applied }, [line]);
    });
}
