/** The ledger's tables in an order in which each comes after those that its rows refer to. */
import type { Tables } from "./schema.ts";

export const ledgerTables = [
  "user",
  "application",
  "request_token",
  "access_token",
  "bearer_token",
  "session",
  "audit_event",
  "grant_count",
  "one_time_link",
  "resting_screen_name",
  "setting",
  "use_count",
  "ring_key",
] as const satisfies readonly (keyof Tables)[];

export type LedgerTable = (typeof ledgerTables)[number];
