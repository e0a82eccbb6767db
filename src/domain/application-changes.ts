/** What may explain a change in an application's usage. Its charts mark when it happened. */
import type { AuditEventName } from "./audit.ts";

/** An index has all names that begin with `application.`, so that these are found among any number of events. */
export const applicationChanges = [
  "application.changed",
  "application.secret-regenerated",
  "application.secret-revoked",
  "application.previous-secret-revoked",
  "application.limits-changed",
  "application.approved",
  "application.declined",
  "application.suspended",
  "application.restored",
] as const satisfies readonly (AuditEventName & `application.${string}`)[];

export interface ApplicationChange {
  readonly name: (typeof applicationChanges)[number];
  readonly at: number;
}

/** A chart has room for so many. */
export const maxApplicationChanges = 20;
