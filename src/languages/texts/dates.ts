/** Times are milliseconds since the epoch, and shown in UTC. */
export type DateTexts = {
  /** Short, as lists have it. */
  readonly day: (at: number) => string;
  /** Whole days, such as "3 days ago"; 0 is today. */
  readonly ago: (days: number) => string;
  /** Short, with the time of day and "UTC". */
  readonly moment: (at: number) => string;
  /** Everything, for who points at a short one. */
  readonly full: (at: number) => string;
};
