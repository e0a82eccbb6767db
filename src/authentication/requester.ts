import { networkOf } from "../domain/address.ts";
import type { Requester } from "../domain/fair-queue.ts";
import type { Incoming } from "./incoming.ts";

/** The request waits in a queue on behalf of this requester, and uses the share of `account`. */
export function requesterOf({ address }: Pick<Incoming, "address">, account?: string): Requester {
  return { network: networkOf(address), account };
}
