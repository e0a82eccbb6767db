import type { SignInMethods } from "../domain/identity.ts";
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
