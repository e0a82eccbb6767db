/** The part of the database that holds what administrators do to many tokens or applications in the background. */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { BulkAction, BulkItems, BulkPage, BulkWork, NewBulkAction } from "../bulk-action.ts";
import type { BulkActionId } from "../credentials.ts";
import type { Slice } from "../slice.ts";

export interface BulkActions {
  /** Newest first. `after` is `<announced at> <id>`. */
  bulkActions(page: Slice): Awaitable<readonly BulkAction[]>;
  bulkAction(id: BulkActionId): Awaitable<BulkAction | undefined>;
  /** Some of what the work is about. The size counts grants or applications. */
  bulkItems(work: BulkWork, page: BulkPage): Awaitable<BulkItems>;
  /** The running ones that no other process works on, in the order in which they were begun. */
  waitingBulkActions(lease: string, now: number): Awaitable<readonly BulkActionId[]>;
  /** "too-many": so many wait already. "gone": the application or the user was deleted. */
  announceBulkAction(
    action: NewBulkAction,
    by: AuditContext,
  ): Promise<"announced" | "too-many" | "gone">;
  /** Of concurrent calls, one begins it; the others find it running. An announcement that is too old is "gone". */
  beginBulkAction(
    id: BulkActionId,
    by: AuditContext,
  ): Promise<"begun" | "begun-before" | "too-many" | "gone">;
  /**
   * What is done stays, and a step that is under way either commits before, or does nothing. Returns false if the
   * action does not run.
   */
  stopBulkAction(id: BulkActionId, by: AuditContext): Promise<boolean>;
  /**
   * Does some of it and remembers the position, in one transaction: a process that is killed has done a step or not.
   * Each token is compared with the filters there, so one that was used in the meantime stays, if only unused ones were
   * to end. The action stops if the one who began it no longer may do it. "elsewhere": another process is doing it.
   */
  stepBulkAction(step: {
    readonly id: BulkActionId;
    readonly lease: string;
    readonly now: number;
    readonly most: number;
  }): Promise<"goes-on" | "over" | "elsewhere">;
}
