import { networkOf } from "../domain/address.ts";
import type { Requester } from "../domain/fair-queue.ts";
import type { Incoming } from "./incoming.ts";

/** On whose behalf this request waits in a queue. `account`: the account whose share it uses, if any. */
export function requesterOf({ address }: Pick<Incoming, "address">, account?: string): Requester {
  return { network: networkOf(address), account };
}
