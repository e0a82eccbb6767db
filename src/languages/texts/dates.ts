/** Times are milliseconds since the epoch, and shown in UTC. */
export type DateTexts = {
  readonly day: (at: number) => string;
  /** Whole days, such as "3 days ago"; 0 is today. */
  readonly ago: (days: number) => string;
  readonly moment: (at: number) => string;
};
