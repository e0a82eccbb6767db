/** Every row of a database, read beside it, so that a test sees what a write added, changed and removed. */
import type { DatabaseSync } from "node:sqlite";
import { type LedgerTable, ledgerTables } from "../sql/ledger-tables.ts";

/** A table as an engine's driver returns it. */
export interface TableRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Each row as a text, by its table and key. */
export type LedgerRows = ReadonlyMap<string, string>;

/** What tells the rows of a table apart. A count of grants may be spread over several slots. */
const keys: Readonly<Record<LedgerTable, readonly string[]>> = {
  user: ["id"],
  application: ["id"],
  application_icon: ["application_id"],
  collaborator: ["application_id", "user_id"],
  ownership_offer: ["application_id"],
  request_token: ["token"],
  access_token: ["token"],
  further_access_token: ["token"],
  bearer_token: ["application_id"],
  previous_bearer_token: ["application_id"],
  session: ["digest"],
  totp: ["user_id"],
  recovery_code: ["user_id", "digest"],
  waiting_sign_in: ["digest"],
  identity: ["issuer", "subject"],
  passkey: ["credential_id"],
  audit_event: ["id"],
  grant_count: ["application_id", "day", "access"],
  one_time_link: ["digest"],
  reserved_screen_name: ["folded_screen_name"],
  setting: ["name"],
  plan: ["name"],
  api_limit: ["name"],
  use_count: ["application_id", "resolution", "at", "operation", "kind"],
  use_day: ["application_id", "day", "operation", "kind"],
  source: ["application_id", "credential", "network", "program"],
  trait_use: ["trait", "application_id", "day"],
  trait_user: ["trait", "application_id", "user_id"],
  sunset_notice: ["name", "user_id"],
  sunset_pass: ["name"],
  deleted_application: ["id"],
  ring_key: ["id"],
  notice: ["at", "application_id", "about"],
  limit_notice: ["application_id", "limit_name"],
  account_notice: ["user_id", "email", "news"],
  revocation: ["id"],
  logged_request: ["id"],
  provider_logout: ["issuer", "token_id"],
  api_key: ["id"],
  bulk_action: ["id"],
  admin_request: ["digest"],
  receiver: ["id"],
  delivery: ["receiver", "event_id"],
};

export async function ledgerRows(
  read: (statement: string) => TableRows | Promise<TableRows>,
): Promise<LedgerRows> {
  const byKey = new Map<string, string>();
  const tables = await Promise.all(
    ledgerTables.map(async (table) => ({ table, ...(await read(`select * from "${table}"`)) })),
  );
  for (const { table, columns, rows } of tables) {
    const places = keys[table].map((column) => columns.indexOf(column));
    const entries = rows.map((row) => {
      const texts = row.map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
      );
      return [[table, ...places.map((place) => row[place])].join(" "), texts.join("\0")] as const;
    });
    // Rows with the same key come in any order.
    for (const [key, text] of entries.sort(([, a], [, b]) => (a < b ? -1 : 1))) {
      byKey.set(key, `${byKey.get(key) ?? ""}${text}\0`);
    }
  }
  return byKey;
}

/** Reads with the connection of a test. */
export function sqliteRows(database: DatabaseSync): Promise<LedgerRows> {
  return ledgerRows((text) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    const rows = statement.all() as unknown as readonly unknown[][];
    return { columns: statement.columns().map(({ name }) => name), rows };
  });
}

/** Of those that were there before: which are not there as they were. */
export function touchedOf(before: LedgerRows, after: LedgerRows): readonly string[] {
  return [...before].filter(([key, row]) => after.get(key) !== row).map(([key]) => key);
}

/** How many rows of each table were removed (-), changed (~) and added (+): `-1 session, +1 audit_event`. */
export function difference(before: LedgerRows, after: LedgerRows): string {
  const touched = touchedOf(before, after);
  const changes: Readonly<Record<string, readonly string[]>> = {
    "-": touched.filter((key) => !after.has(key)),
    "~": touched.filter((key) => after.has(key)),
    "+": [...after.keys()].filter((key) => !before.has(key)),
  };
  return ledgerTables
    .flatMap((table) =>
      Object.entries(changes).map(([sign, all]) => {
        const count = all.filter((key) => key.startsWith(`${table} `)).length;
        return count === 0 ? [] : [`${sign}${count} ${table}`];
      }),
    )
    .flat()
    .join(", ");
}
