import type { Command } from "commander";
import { configTable, isServiceLink, readConfig } from "../config/config.ts";
import { type ConfigRow, configPrefix } from "../config/row.ts";
import { print } from "./outcome.ts";

export function addConfigCommand(program: Command): void {
  program
    .command("config")
    .description(
      "Every setting: its variable, what it is now, and what it means; secrets are hidden",
    )
    .option("--json", "print one JSON object")
    .action(({ json }: { json?: true }) => {
      const rows: readonly ConfigRow[] = Object.values(configTable);
      const settings = rows.map((row) => ({ ...row, variable: `${configPrefix}${row.name}` }));
      const object = settings.map((row) => [row.variable, settingOf(row, row.variable) ?? null]);
      const lines = settings.flatMap((row) => [
        `${row.variable}=${settingOf(row, row.variable) ?? ""}`,
        `    ${row.meaning}`,
        `    Takes ${row.shape}; for example ${row.example}`,
      ]);
      print(json, Object.fromEntries(object), lines);
      readConfig(process.env, (warning) => process.stderr.write(`countersign: ${warning}\n`));
    });
}

function settingOf(row: ConfigRow, variable: string): string | undefined {
  const found = process.env[variable] || undefined;
  const given = found !== undefined && isServiceLink(row.name, found) ? undefined : found;
  if (given !== undefined && row.secret) return "[secret]";
  return given ?? (row.default || undefined);
}
