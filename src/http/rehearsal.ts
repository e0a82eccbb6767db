/**
 * What a stand-in puts before the operations of a service in somebody's tests: it sees every request, and may refuse it,
 * hold it back or cut its connection. A service that is served has none.
 */
import type { Incoming } from "../authentication/incoming.ts";
import type { Refusal } from "../domain/refusals.ts";
import type { Endpoint } from "../endpoint.ts";

export interface Rehearsal {
  /** Asked before anything is checked; `undefined`: the operation goes on. It may take as long as it likes. */
  before(incoming: Incoming, endpoint: Endpoint): Promise<Refusal | "cut" | undefined>;
  /** Called for every request that was answered; `endpoint` is `none` where no operation has the path. */
  answered(
    incoming: Incoming,
    endpoint: string,
    status: number,
    refusal: Refusal | undefined,
  ): void;
}
