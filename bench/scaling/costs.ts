/** What `npm run bench -- postgres` measured; docs/guide/scaling.md says on which machine. */
export const costs = {
  nodeMicros: 76,
  /** From one request at a time, with a statement for each step, beside 64 at once. */
  statementMicros: 300,
  itemMicros: 19,
  roundTripMicros: 300,
  flushMicros: 1000,
  /** Written to the log for one nonce. */
  walBytes: 210,
  /** In a minute's table, its index included. */
  nonceBytes: 85,
  /** How long a nonce is kept. */
  nonceSeconds: 660,
};
