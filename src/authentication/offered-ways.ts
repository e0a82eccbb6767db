import type { Dependencies } from "../dependencies.ts";
import type { WaysIn } from "../domain/identity.ts";

export function offeredWays({
  config,
  identityProviders,
}: Pick<Dependencies, "config" | "identityProviders">): WaysIn {
  return {
    passwords: config.waysIn === "all",
    issuers: identityProviders.all.map(({ issuer }) => issuer),
  };
}
