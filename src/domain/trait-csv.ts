/** The applications that use what may end one day, as a file for spreadsheets (RFC 4180). */
import { csvLine } from "./usage-csv.ts";

const columns = [
  ...(["application_id", "application", "owner", "trait", "requests", "rejected"] as const),
  ...(["users", "last_used_on", "programs"] as const),
];

/** Each line has no end. */
export const traitCsvHead = csvLine(columns);

/** As in the admin API. */
export function traitCsvOf(
  use: Readonly<Record<(typeof columns)[number], string | number | readonly string[]>>,
): string {
  return csvLine(
    columns.map((name) => {
      const value = use[name];
      return typeof value === "object" ? value.join(" ") : String(value);
    }),
  );
}
