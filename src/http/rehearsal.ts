/**
 * What a stand-in puts before the operations of a service under test: it sees every request, and can refuse it,
 * delay it or cut its connection. A real service has none.
 */
import type { Incoming } from "../authentication/incoming.ts";
import type { Refusal } from "../domain/refusals.ts";
import type { Endpoint } from "../endpoint.ts";

export interface Rehearsal {
  /** Called before anything is checked. `undefined` lets the operation run. It may take any time. */
  before(incoming: Incoming, endpoint: Endpoint): Promise<Refusal | "cut" | undefined>;
  /** Called for every answered request; `endpoint` is `none` if no operation has the path. */
  answered(
    incoming: Incoming,
    endpoint: string,
    status: number,
    refusal: Refusal | undefined,
  ): void;
}
