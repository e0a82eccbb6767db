import type { Method } from "../protocol.ts";

export type Pair = readonly [name: string, value: string];

/** A request as it goes out. */
export interface WireRequest {
  readonly method: Method;
  readonly origin: string;
  /** Path and query, as they go out. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  /** As they go out, decoded. */
  readonly protocol: readonly Pair[];
  readonly baseString: string;
}
