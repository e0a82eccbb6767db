import type { Dependencies } from "../dependencies.ts";
import { type RelyingParty, relyingPartyOf } from "../passkeys/relying-party.ts";
import type { Incoming } from "./incoming.ts";
import { originFor } from "./origin.ts";

/** Passkeys do not work at an IP address, or at an origin outside their domain. */
export function relyingPartyAt(
  incoming: Pick<Incoming, "headers">,
  { origins, config }: Pick<Dependencies, "origins" | "config">,
): RelyingParty | undefined {
  const relyingParty = relyingPartyOf(origins, config.passkeyDomain);
  return relyingParty?.origins.includes(originFor(incoming as Incoming, origins))
    ? relyingParty
    : undefined;
}
