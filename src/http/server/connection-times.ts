import { requestBounds } from "../../domain/request-bounds.ts";

/** All times are in milliseconds. */
export interface ConnectionTimes {
  /** The limit for a request's headers, and for a TLS handshake. */
  readonly headers: number;
  /** The limit for a whole request. */
  readonly request: number;
  /** Between two requests. */
  readonly idle: number;
  /** The limit for a response that the client does not read. */
  readonly stalled: number;
  /** After this time a response can lose its connection to a newcomer, even if the client still reads it slowly. */
  readonly maxAnswer: number;
  /** A connection is read after its end for this long: closing at once could destroy the response on its way. */
  readonly linger: number;
  /** Requests in progress when the service stops are cut off after this time. */
  readonly stopping: number;
  /** The first two are checked this often. */
  readonly check: number;
}

export const connectionTimes: ConnectionTimes = {
  headers: requestBounds.headersSeconds * 1000,
  request: requestBounds.wholeSeconds * 1000,
  idle: 72_000,
  stalled: 30_000,
  maxAnswer: 60_000,
  linger: 10_000,
  stopping: 25_000,
  check: 1_000,
};
