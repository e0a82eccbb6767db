/** Times are milliseconds since the epoch, and shown in UTC. */
export type DateTexts = {
  readonly day: (at: number) => string;
  readonly moment: (at: number) => string;
};
