import type { SignInMethods } from "../domain/identity.ts";
import { type RelyingParty, relyingPartyOf } from "../tools/passkeys/relying-party.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import { originFor } from "../verification/authentication/origin.ts";
import type { Dependencies } from "../verification/dependencies.ts";

export function offeredMethods({
  config,
  identityProviders,
}: Pick<Dependencies, "config" | "identityProviders">): SignInMethods {
  return {
    passwords: config.signInMethods === "all",
    issuers: identityProviders.all.map(({ issuer }) => issuer),
  };
}

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
