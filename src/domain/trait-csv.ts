/** The applications that use what may end one day, or a program, as a file for spreadsheets (RFC 4180). */
import { csvLine } from "./usage-csv.ts";

const application = ["application_id", "application", "owner"] as const;

const columns = [
  ...application,
  ...(["trait", "requests", "rejected"] as const),
  ...(["users", "last_used_on", "programs"] as const),
];

const programColumns = [...application, "program", "last_used_at"] as const;

/** Each line has no end. */
export const traitCsvHead = csvLine(columns);

export const programCsvHead = csvLine(programColumns);

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

/** As in the admin API. */
export function programCsvOf(
  use: Readonly<Record<(typeof programColumns)[number], string>>,
): string {
  return csvLine(programColumns.map((name) => use[name]));
}
