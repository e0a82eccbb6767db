/** The outcome of a write. */
import type { AuditEvent } from "../../domain/audit.ts";
import type { WriteName, WriteResult } from "../sql/write.ts";

export type Outcome<Name extends WriteName = WriteName> =
  | {
      readonly ok: true;
      readonly value: WriteResult<Name>;
      readonly events: readonly AuditEvent[];
    }
  | { readonly ok: false; readonly error: unknown };
