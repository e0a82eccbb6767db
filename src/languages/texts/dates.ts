/** Times are milliseconds since the epoch, and shown in UTC. */
export type DateTexts = {
  /** A short date, as in lists. */
  readonly day: (at: number) => string;
  /** A number of whole days, such as "3 days ago". 0 is today. */
  readonly ago: (days: number) => string;
  /** A short date with the time of day and "UTC". */
  readonly moment: (at: number) => string;
  /** The full date and time, shown when someone points at a short one. */
  readonly full: (at: number) => string;
};
