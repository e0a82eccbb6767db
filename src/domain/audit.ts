/** What happened, as it is kept: who did what to whom, when and from where. Never a secret. */
import type { ApplicationId, UserId } from "./credentials.ts";

export interface AuditEvent {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `user:<id>`, `application:<id>`, `command-line`, or `service`. */
  readonly actor: string;
  readonly userId?: UserId;
  readonly applicationId?: ApplicationId;
  readonly address?: string;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** An event as the ledger gives it back. */
export interface RecordedEvent extends AuditEvent {
  readonly id: string;
  /** Undefined where no application is concerned, or it is gone. */
  readonly applicationName: string | undefined;
}
