/** Times are milliseconds since the epoch, and shown in UTC. */
export type UsersTexts = {
  readonly title: string;
  /** Followed by zero, or by a number with its sign. */
  readonly weeksChange: string;
  readonly change: (count: number) => string;
  readonly caption: string;
  readonly day: string;
  /** A day, as the table of three months shows it. */
  readonly step: (at: number) => string;
  readonly whoIsCounted: string;
  readonly none: string;
  readonly noneAdvice: string;
};
