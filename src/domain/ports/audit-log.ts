/** The ledger's part for the audit log. */
import type { AuditEvent, AuditedEvent, RecordedEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { UserId } from "../credentials.ts";
import type { EventFilter } from "../operating.ts";
import type { Page } from "../page.ts";

export interface AuditLog {
  /** Something that happened without a change of state: a refused sign-in, a start. */
  record(event: AuditEvent): Promise<void>;
  /** The same, unless the user has an event of this name since `since`: strangers who repeat something fill nothing. */
  recordRarely(event: AuditEvent & { userId: UserId }, since: number): Promise<boolean>;
  /** What happened to a user, the newest first; `after` is the id of the last event of the page before. */
  eventsOf(userId: UserId, page: Page): Awaitable<readonly RecordedEvent[]>;
  /** The newest first; `after` is the id of the last event of the page before. */
  eventsBy(filter: EventFilter, page: Page): Awaitable<readonly AuditedEvent[]>;
  /** The oldest first, at most `most`; `after` is the id of the last event that the caller has ("0": none). */
  eventsAfter(after: string, most: number): Awaitable<readonly AuditedEvent[]>;
}
