import type { Method } from "../protocol.ts";

export type Pair = readonly [name: string, value: string];

/** A request as it is sent. */
export interface WireRequest {
  readonly method: Method;
  readonly origin: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  /** The protocol parameters as sent, decoded. */
  readonly protocol: readonly Pair[];
  readonly baseString: string;
}
