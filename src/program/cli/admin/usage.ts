import type { Command } from "commander";
import { getUsage } from "../../../http/admin-api/service.ts";
import { addCommand } from "./command.ts";

const columns = {
  verified: /^verified$/,
  rejected: /^rejected /,
  unauthenticated: /^rejected \d+ unauthenticated$/,
  issued: /^issued$/,
} as const;

export function addUsageCommands(usage: Command): void {
  addCommand(usage, {
    name: "show",
    isDefault: true,
    description: "Show requests over time, of all applications or of one; times are in UTC",
    of: getUsage,
    options: (command) => command.option("--csv", "print lines of comma-separated values"),
    print: ({ times, counts }, { options: { csv } }) => {
      const sums = Object.values(columns).map((kinds) =>
        times.map((_, step) =>
          Object.entries(counts)
            .filter(([kind]) => kinds.test(kind))
            .reduce((sum, [, ofKind]) => sum + (ofKind[step] ?? 0), 0),
        ),
      );
      const rows = times.map((at, step) => [at, ...sums.map((ofKind) => String(ofKind[step]))]);
      const head = ["from", ...Object.keys(columns)];
      if (csv === true) return [head, ...rows].map((row) => row.join(","));
      const widths = head.map((title, column) =>
        Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
      );
      return [head, ...rows].map((row) =>
        row
          .map((text, column) =>
            column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
          )
          .join("  "),
      );
    },
  });
}
