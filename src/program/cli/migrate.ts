import type { Command } from "commander";
import { migrateLedger } from "../stores.ts";
import { print } from "./outcome.ts";
import { configFromEnvironment } from "./stores.ts";

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description(
      "Update the database to the schema of this version, or create it if there is none; `serve` does both too",
    )
    .option("--json", "print one JSON object")
    .action(async ({ json }: { json?: true }) => {
      const config = configFromEnvironment();
      const { applied, created } = await migrateLedger(config);
      const line = applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to do";
      print(json, { applied, created }, [
        ...(created ? [`created the database ${config.database}`] : []),
        line,
      ]);
    });
}
