/** A write on its way to whoever commits it, and what came of it. */
import type { AuditEvent } from "../../domain/audit.ts";
import type { WriteName } from "./write-names.ts";

export interface Write {
  readonly name: WriteName;
  readonly args: readonly unknown[];
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly events: readonly AuditEvent[] }
  | { readonly ok: false; readonly error: unknown };

export const mostWritesInOneCommit = 256;
