import type { AuditEvent } from "../../src/domain/audit.ts";
import { auditRow } from "../../src/storage/sql/transaction.ts";
import { ledgerDatabase } from "./ledger-database.ts";
import type { TestService } from "./service.ts";

/**
 * Puts events into the audit log in one statement, as so many calls of `record` would. `event`: the one with a number,
 * from 0.
 */
export async function recordMany(
  service: TestService,
  count: number,
  event: (number: number) => AuditEvent,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => auditRow(event(number)));
  const [first] = rows;
  if (first === undefined) return;
  const values = rows.map((row) => `(${Object.values(row).map(literal).join()})`);
  await using database = await ledgerDatabase(service);
  await database.rows(`insert into audit_event (${Object.keys(first).join()}) values ${values}`);
}

function literal(value: string | number | null): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}
