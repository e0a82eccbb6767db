/** The part of the database that holds the audit log. */
import type { ApplicationChange } from "../application-changes.ts";
import type { AuditEvent, AuditedEvent, RecordedEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId, UserId } from "../credentials.ts";
import type { EventFilter } from "../operating.ts";
import type { Slice } from "../slice.ts";

export interface AuditLog {
  /** Records an event that comes with no other write, such as a rejected sign-in or a start. */
  record(event: AuditEvent): Promise<void>;
  /**
   * Like `record`, but does nothing if the user already has an event with this name since `since`. Repeating a
   * request therefore does not fill the log.
   */
  recordRarely(event: AuditEvent & { userId: UserId }, since: number): Promise<boolean>;
  /** The events of a user, newest first. `after` is the id of the last event on the previous page. */
  eventsOf(userId: UserId, page: Slice): Awaitable<readonly RecordedEvent[]>;
  /** Newest first, unless the filter says otherwise. `after` is the id of the last event on the previous page. */
  eventsBy(filter: EventFilter, page: Slice): Awaitable<readonly AuditedEvent[]>;
  /** The number of events in a page of `eventsBy`, which are not read. */
  countEvents(filter: EventFilter, page: Slice): Awaitable<number>;
  /** The latest changes of an application in this time, oldest first, at most `maxApplicationChanges`. */
  changesOf(
    applicationId: ApplicationId,
    range: { readonly since: number; readonly until: number },
  ): Awaitable<readonly ApplicationChange[]>;
  /** Oldest first, at most `most`. `after` is the id of the last event that the caller has, or "0". */
  eventsAfter(after: string, most: number): Awaitable<readonly AuditedEvent[]>;
}
