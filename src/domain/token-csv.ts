/** Access tokens without what would use them, as a file for spreadsheets (RFC 4180) or as JSON Lines. */
import type { AccessLevel } from "./access.ts";
import { csvLine } from "./usage-csv.ts";

/** As in the admin API. */
interface ListedToken {
  readonly access: AccessLevel;
  readonly application: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly screen_name: string };
  readonly since: string;
  readonly last_used_on: string | null;
}

const columns = [
  ...(["application_id", "application", "user_id", "user"] as const),
  ...(["access", "issued_at", "last_used_on"] as const),
];

/** No line has an end. */
export const tokenCsvHead = csvLine(columns);

export function tokenCsvOf(one: ListedToken): string {
  const exported = exportedToken(one);
  return csvLine(columns.map((name) => exported[name] ?? ""));
}

export function tokenJsonLineOf(one: ListedToken): string {
  return JSON.stringify(exportedToken(one));
}

function exportedToken(
  one: ListedToken,
): Readonly<Record<(typeof columns)[number], string | null>> {
  const { application, user, access, since, last_used_on } = one;
  return {
    ...{ application_id: application.id, application: application.name },
    ...{ user_id: user.id, user: user.screen_name },
    ...{ access, issued_at: since, last_used_on },
  };
}
