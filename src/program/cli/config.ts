import type { Command } from "commander";
import { configTable, isServiceLink, readConfig } from "../../config/config.ts";
import { type ConfigRow, configPrefix, isSecret } from "../../config/row.ts";
import { print, warn } from "./outcome.ts";

export function addConfigCommand(program: Command): void {
  program
    .command("config")
    .description(
      "List every setting with its value and meaning; `*` marks what you set, and secrets are hidden",
    )
    .option("--json", "print one JSON object")
    .action(({ json }: { json?: true }) => {
      const rows: readonly ConfigRow[] = Object.values(configTable);
      const settings = rows.map((row) => ({ ...row, variable: `${configPrefix}${row.name}` }));
      const object = settings.map((row) => [row.variable, settingOf(row, row.variable) ?? null]);
      const lines = settings.flatMap((row) => [
        `${givenFor(row, row.variable) !== undefined ? "*" : " "} ${row.variable}=${settingOf(row, row.variable) ?? ""}`,
        `    ${row.meaning}`,
        `    Value: ${row.shape}; for example ${row.example}`,
      ]);
      print(json, Object.fromEntries(object), lines);
      readConfig(process.env, warn);
    });
}

function settingOf(row: ConfigRow, variable: string): string | undefined {
  const given = givenFor(row, variable);
  if (given !== undefined && isSecret(row, given)) return "[secret]";
  return given ?? (row.default || undefined);
}

function givenFor(row: ConfigRow, variable: string): string | undefined {
  const found = process.env[variable] || undefined;
  return found !== undefined && isServiceLink(row.name, found) ? undefined : found;
}
