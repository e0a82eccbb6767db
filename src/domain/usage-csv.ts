/** Usage as a file for spreadsheets (RFC 4180): a line for each interval, operation, and kind that has a count. */
import { kindName, type UsageCount } from "./usage.ts";

/** `uses` is in chronological order. */
export function usageCsv(uses: readonly UsageCount[]): string {
  const rows = uses.map(({ at, operation, kind, count }) => [
    new Date(at).toISOString(),
    operation,
    kindName(kind),
    String(count),
  ]);
  const lines = [["from", "operation", "kind", "count"], ...rows].map(csvLine);
  return lines.map((line) => `${line}\r\n`).join("");
}

/** Without its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(cell).join(",");
}

/** A spreadsheet would run text that begins like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
