/** Times are milliseconds since the epoch, and shown in UTC. */
export type UsersTexts = {
  readonly title: string;
  /** Followed by a number with its sign, or zero. */
  readonly weeksChange: string;
  readonly change: (count: number) => string;
  readonly caption: string;
  readonly day: string;
  /** A day as a table of three months writes it. */
  readonly step: (at: number) => string;
  readonly whoIsCounted: string;
  readonly none: string;
  readonly noneAdvice: string;
};
