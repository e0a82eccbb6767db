/**
 * What administrators do to many tokens or applications: announced with counts first, then done in the background in
 * small steps (docs/adr/0073-bulk-actions.md).
 */
import type { ApplicationId, BulkActionId, UserId } from "./credentials.ts";
import { dayMs, hourMs } from "./day.ts";
import type { ApplicationFilters, TokenFilters } from "./fields/list-filters.ts";

export const bulkKinds = [
  "revoke-access-tokens",
  "suspend-applications",
  "restore-applications",
] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** What is done, and to which. Tokens are those of an application, a user, or both. */
export type BulkWork =
  | {
      readonly kind: "revoke-access-tokens";
      readonly applicationId: ApplicationId | undefined;
      readonly userId: UserId | undefined;
      readonly filters: TokenFilters;
    }
  | {
      readonly kind: "suspend-applications";
      readonly filters: ApplicationFilters;
      readonly because: string;
    }
  | { readonly kind: "restore-applications"; readonly filters: ApplicationFilters };

export const bulkStates = ["announced", "running", "done", "stopped"] as const;
export type BulkState = (typeof bulkStates)[number];

export interface NewBulkAction {
  readonly id: BulkActionId;
  readonly work: BulkWork;
  /** Nothing that was issued or created then or later is touched. */
  readonly announcedAt: number;
  /** How many tokens or applications fit when it was announced. */
  readonly items: number;
  /** Whose tokens these are. Undefined for applications. */
  readonly users: number | undefined;
}

export interface BulkAction extends NewBulkAction {
  /** Who began it, or announced it. */
  readonly createdBy: string;
  readonly state: BulkState;
  readonly begunAt: number | undefined;
  readonly endedAt: number | undefined;
  /** How many tokens were revoked, or applications changed, so far. */
  readonly done: number;
}

/** The place of an action in the list of all. */
export function bulkActionPlace({ announcedAt, id }: BulkAction): string {
  return `${announcedAt} ${id}`;
}

/** Undefined: the text is no such place. */
export function bulkActionPlaceIn(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{1,15} [1-9]\d{0,15}$/.test(text) ? text : undefined;
}

export interface BulkPage {
  readonly after: string | undefined;
  readonly size: number;
  /** Only what was issued or created before. */
  readonly olderThan: number;
}

/** A part of what an action is about. `next` is undefined on the last one. */
export interface BulkItems {
  readonly items: number;
  /** Each once, in the order of the tokens. Empty for applications. */
  readonly users: readonly UserId[];
  readonly next: string | undefined;
}

/** So many run at once. */
export const maxRunningBulkActions = 4;

/** So many wait to be begun. */
export const maxAnnouncedBulkActions = 100;

/** So many IDs can be named at once. */
export const maxBulkIds = 1000;

/** An announcement can be begun for an hour: after that, its counts say little. */
export const announcedMs = hourMs;

export const bulkActionKeptMs = 30 * dayMs;

/** Another process continues an action this long after the last step of a process that was killed. */
export const bulkLeaseMs = 15_000;

/** How many grants or applications a step reads: a few milliseconds of work, because other writes wait. */
export const bulkStepSize = 50;
